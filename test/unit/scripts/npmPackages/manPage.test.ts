import { spawnSync } from 'node:child_process';
import { beforeAll, expect, test } from 'vitest';
import { manPage } from '../../../../scripts/npmPackages/manPage.ts';
import { commandShapes } from '../../../../src/cli/completion/commandShape.ts';
import { exitCodes } from '../../../../src/cli/exitCodes.ts';
import { environment } from '../../../../src/cli/help.ts';
import { commands, wholeProgram } from '../../../../src/cli/program.ts';
import { works } from '../../../support/works.ts';

let page: string;
beforeAll(async () => void (page = await manPage('1.2.3', new Date('2026-05-04T12:00:00Z'))));

test('NPM-5: the page has every command with its options, the variables and the exit codes', async () => {
  expect(page).toMatch(/^\.Dd May 4, 2026\n\.Dt SIGHTLINE 1\n\.Os Sightline 1\.2\.3\n\.Sh NAME\n/);
  for (const { name } of commands) expect(page).toContain(`\n.Ss sightline ${name}\n`);
  for (const { path, options } of commandShapes(await wholeProgram())) {
    const [, section = ''] = path === '' ? ['', page] : page.split(`\n.Ss sightline ${path}\n`);
    for (const { names } of options)
      for (const name of names)
        expect(section.split('\n.Ss ')[0]).toContain(`Fl ${name.slice(1).replaceAll('-', String.raw`\-`)}`);
  }
  for (const [name] of environment) expect(page).toContain(name.split(',')[0]);
  for (const { code } of Object.values(exitCodes)) expect(page).toContain(`\n.It ${code}\n`);
  // Nothing of a text is taken for a request, and all of it is ASCII.
  expect(page).toMatch(/^[\n -~]*$/);
});

/** Without the letters that are struck over others, in one line. */
const plain = (printed: string): string => printed.replaceAll(/.[\b]/g, '').replaceAll(/\s+/g, ' ');

const words = 'write copies with boxes drawn on them';

test.skipIf(!works('groff', '--version'))(
  'NPM-5: groff, which man asks on most of Linux, has no complaint',
  () => {
    const { stdout, stderr } = spawnSync('groff', ['-mdoc', '-ww', '-Tascii', '-P-c'], {
      input: page,
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(plain(stdout)).toContain(words);
  },
);

test.skipIf(spawnSync('mandoc', ['-h']).error !== undefined)(
  'NPM-5: mandoc, which man asks on macOS and Alpine, has no complaint',
  () => {
    const lint = spawnSync('mandoc', ['-T', 'lint', '-W', 'warning'], { input: page, encoding: 'utf8' });
    expect(lint.stdout + lint.stderr).toBe('');
    const { stdout } = spawnSync('mandoc', ['-T', 'ascii'], { input: page, encoding: 'utf8' });
    expect(plain(stdout)).toContain(words);
  },
);
