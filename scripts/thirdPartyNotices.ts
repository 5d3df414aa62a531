import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectFolder } from './projectFolder.ts';

/** What esbuild says of its output, as far as it is needed. */
interface Metafile {
  outputs: Record<string, { inputs: Record<string, { bytesInOutput: number }> }>;
}

/** Files of a package that hold its licence, or what has to be said of its parts. */
const noticeFile = /^(?:licen[cs]e|notice|copying|copyright)(?:[-.].*)?$/i;

const mit = (holder: string): string => `MIT License

Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

const isc = (holder: string): string => `ISC License

Copyright (c) ${holder}

Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted, provided that the above copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.`;

/** Packages that name their licence and do not hold its text, each looked at: whom their README or their repository names. */
const textless: Record<string, string | undefined> = {
  '@hono/zod-openapi': mit('Yusuke Wada'),
  '@hono/zod-validator': mit('Yusuke Wada'),
  // A fork of sax; its repository names the copyright of both.
  saxes: isc('Contributors\nCopyright (c) Isaac Z. Schlueter and Contributors (sax)'),
};

const line = '='.repeat(80);

/** Names of the packages of which code is in what was built, sorted. */
export function bundledPackages(metafiles: readonly Metafile[]): string[] {
  const names = new Set<string>();
  for (const { outputs } of metafiles)
    for (const { inputs } of Object.values(outputs))
      for (const [file, { bytesInOutput }] of Object.entries(inputs)) {
        const name = bytesInOutput > 0 ? packageOf(file) : undefined;
        if (name !== undefined) names.add(name);
      }
  return [...names].sort();
}

function packageOf(file: string): string | undefined {
  const [, inside] = file.split(/node_modules\/(?!.*node_modules\/)/s);
  if (inside === undefined) return undefined;
  const [first = '', second = ''] = inside.split('/');
  return first.startsWith('@') ? `${first}/${second}` : first;
}

/**
 * One text with the licence of each package.
 * @param modules The `node_modules` in which they lie.
 * @throws {Error} that names the packages without a licence text.
 */
export function thirdPartyNotices(
  packages: readonly string[],
  modules = path.join(projectFolder, 'node_modules'),
): string {
  const notices = packages.map(name => ({ name, ...noticeOf(name, modules) }));
  const without = notices.filter(({ text }) => text === '').map(({ name }) => name);
  if (without.length > 0) throw new Error(`No licence text is found for: ${without.join(', ')}.`);
  return [
    'Sightline holds the software of others that is named here, under the licences that follow.',
    ...notices.map(({ name, about, text }) => `${line}\n${name} ${about}\n${line}\n\n${text}`),
    '',
  ].join('\n\n');
}

function noticeOf(name: string, modules: string): { about: string; text: string } {
  const folder = path.join(modules, name);
  if (!existsSync(path.join(folder, 'package.json'))) return { about: '', text: '' };
  const { version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    version: string;
    license?: string;
  };
  const own = readdirSync(folder).filter(file => noticeFile.test(file));
  // The shared libraries of libvips tell the licences of their parts there.
  const files = own.length === 0 && path.basename(folder).startsWith('sharp-libvips-') ? ['README.md'] : own;
  const text = files.map(file => readFileSync(path.join(folder, file), 'utf8').trim()).join('\n\n');
  if (text === '' && textless[name] !== undefined)
    return { about: `${version} (${license ?? ''})`, text: textless[name] };
  return { about: `${version} (${license ?? 'see below'})`, text };
}

/** Which of the packages have no notice in the text. */
export function missingNotices(notices: string, packages: readonly string[]): string[] {
  const named = new Set(notices.split(`${line}\n`).flatMap(part => /^(\S+) [^\n]*\n$/.exec(part)?.[1] ?? []));
  return packages.filter(name => !named.has(name));
}
