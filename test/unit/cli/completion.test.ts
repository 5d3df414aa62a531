import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bashCompletion } from '../../../src/cli/completion/bash.ts';
import { commandShapes, type CommandShape } from '../../../src/cli/completion/commandShape.ts';
import { fishCompletion } from '../../../src/cli/completion/fish.ts';
import { zshCompletion } from '../../../src/cli/completion/zsh.ts';
import { commands, wholeProgram } from '../../../src/cli/program.ts';
import { freshCli } from '../../support/cliProcess.ts';
import { works } from '../../support/works.ts';

const scripts = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };
type Shell = keyof typeof scripts;
const shells = Object.keys(scripts) as Shell[];

let folder: string;
let shapes: CommandShape[];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sightline-completion-'));
  shapes = commandShapes(await wholeProgram());
  for (const shell of shells) await writeFile(path.join(folder, `script.${shell}`), scripts[shell](shapes));
  await mkdir(path.join(folder, 'here/photos of lakes'), { recursive: true });
  await writeFile(path.join(folder, 'here/portrait one.jpg'), '');
});
afterAll(() => rm(folder, { recursive: true }));

/** What a line leads to whose keys are typed in an interactive shell: the words that `sightline` gets. */
async function typed(command: string, setUp: string, keys: string): Promise<string[]> {
  const shell = spawn('script', ['-qec', command, '/dev/null'], {
    cwd: path.join(folder, 'here'),
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      INPUTRC: '/dev/null',
      TERM: 'dumb',
      FPATH: process.env['FPATH'],
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let shown = '';
  const printed = (pattern: RegExp): Promise<RegExpExecArray> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const match = pattern.exec(shown);
        if (match) resolve(match);
      };
      look();
      shell.stdout.on('data', look);
      shell.once('close', () => reject(new Error(`The shell ended: ${shown}`)));
    });
  shell.stdout.setEncoding('utf8').on('data', (text: string) => void (shown += text));
  const closed = once(shell, 'close');
  try {
    shell.stdin.write(
      `${setUp}\nsightline() { printf 'GOT'; printf '<%s>' "$@"; printf '%s\\n' '.'; }; echo rea''dy\n`,
    );
    await printed(/^ready\r?$/m);
    shell.stdin.write(`${keys}\n`);
    const [, words = ''] = await printed(/^GOT(<.*>)\.\r?$/m);
    return words.slice(1, -1).split('><');
  } finally {
    shell.kill('SIGKILL');
    await closed;
  }
}

/** What the function of the script for bash offers after the words, the last of them unfinished. */
function bashOffers(words: readonly string[]): string[] {
  const code = `source "$0"; compopt() { echo "compopt $*"; }
    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _sightline; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync(
    'bash',
    ['--norc', '-c', code, path.join(folder, 'script.bash'), 'sightline', ...words],
    { encoding: 'utf8' },
  );
  expect(stderr).toBe('');
  return stdout.split('\n').filter(Boolean);
}

test.skipIf(!works('bash', '--version'))('NPM-3: bash offers commands, options, choices and files', () => {
  expect(bashOffers([''])).toEqual([...new Set(commands.map(({ name }) => name.replace(/ .*/, '')))]);
  expect(bashOffers(['provider', 's'])).toEqual(['set']);
  expect(bashOffers(['models', '--json', ''])).toEqual(['add', 'list', 'remove']);
  expect(bashOffers(['models', '--provider', 'add', ''])).toEqual(['add', 'list', 'remove']);
  expect(bashOffers(['describe', '--de'])).toEqual(['--detail']);
  expect(bashOffers(['describe', '--detail', ''])).toEqual(['fit', 'original', 'tiles']);
  expect(bashOffers(['describe', '--detail', '=', 't'])).toEqual(['tiles']);
  expect(bashOffers(['describe', '--detail', '='])).toEqual(['fit', 'original', 'tiles']);
  expect(bashOffers(['describe', '--detail', 'fit', ''])).toEqual(['compopt -o default']);
  expect(bashOffers(['describe', '--yes', '--export', 'json'])).toEqual(['jsonl']);
  expect(bashOffers(['describe', '--prompt', ''])).toEqual([]);
  expect(bashOffers(['describe', '--output', ''])).toEqual(['compopt -o dirnames']);
  expect(bashOffers(['describe', 'a.jpg', '--', '-'])).toEqual(['compopt -o default']);
  expect(bashOffers(['describe', '--schema', 'caption-tags-'])).toEqual([
    'compopt -o default',
    'caption-tags-objects-text',
  ]);
  expect(bashOffers(['ask', ''])).toEqual([]);
  expect(bashOffers(['use', 'olla'])).toEqual(['ollama']);
  expect(bashOffers(['use', 'ollama', ''])).toEqual([]);
  expect(bashOffers(['completion', ''])).toEqual(['bash', 'zsh', 'fish']);
});

test.skipIf(!works('bash', '--version') || !works('script', '--version'))(
  'NPM-3: in a real bash, Tab completes commands, choices, folders and file names with spaces',
  async () => {
    const words = await typed(
      'bash --norc --noprofile -i',
      `source ${path.join(folder, 'script.bash')}`,
      'sightline desc\t--ap\tresp\t--boxes p\t port\t',
    );
    expect(words).toEqual([
      'describe',
      '--api',
      'responses',
      '--boxes',
      'photos of lakes/',
      'portrait one.jpg',
    ]);
  },
);

test.skipIf(!works('zsh', '--version') || !works('script', '--version'))(
  'NPM-3: in a real zsh, Tab completes commands, choices, folders and file names with spaces',
  async () => {
    const setUp = `autoload -U compinit; compinit -u -D; source ${path.join(folder, 'script.zsh')}`;
    expect(await typed('zsh -f -i', setUp, 'sightline provi\ts\tolla\t')).toEqual([
      'provider',
      'set',
      'ollama',
    ]);
    const words = await typed('zsh -f -i', setUp, 'sightline desc\t--ap\tresp\t --boxes pho\t port\t');
    expect(words).toEqual(['describe', '--api=responses', '--boxes', 'photos of lakes', 'portrait one.jpg']);
  },
);

test.skipIf(!works('fish', '--version'))('NPM-3: fish offers commands, options, choices and files', () => {
  const offers = (line: string): string[] => {
    const { stdout, stderr } = spawnSync(
      'fish',
      [
        '--no-config',
        '-c',
        `source ${path.join(folder, 'script.fish')}; complete -C ${JSON.stringify(line)}`,
      ],
      { encoding: 'utf8', cwd: path.join(folder, 'here'), env: { ...process.env, HOME: folder } },
    );
    expect(stderr).toBe('');
    return stdout.split('\n').flatMap(offer => offer.split('\t')[0] || []);
  };
  expect(offers('sightline prov')).toEqual(['provider']);
  expect(offers('sightline provider ')).toEqual(['list', 'remove', 'set']);
  expect(offers('sightline describe --api ').toSorted()).toEqual(['chat.completions', 'responses']);
  expect(offers('sightline describe --det')).toEqual(['--detail']);
  expect(offers('sightline describe port')).toEqual(['portrait one.jpg']);
  expect(offers('sightline describe --output p')).toEqual(['photos of lakes/']);
  expect(offers('sightline describe --schema caption-tags-')).toEqual(['caption-tags-objects-text']);
  expect(offers('sightline use olla')).toEqual(['ollama']);
  expect(offers('sightline use ollama ')).toEqual([]);
});

test.each(shells)('NPM-3: the script for %s knows every command and every option', shell => {
  const script = scripts[shell](shapes);
  expect(shapes.map(({ path: name }) => name)).toEqual(
    expect.arrayContaining(commands.map(({ name }) => name)),
  );
  for (const { options } of shapes)
    for (const { names } of options)
      for (const name of names)
        expect(script).toMatch(
          new RegExp(shell === 'fish' ? ` -[ls] ${name.replace(/^-+/, '')} ` : `[ '*)]${name}[ '=[]`),
        );
});

test.each(shells)('NPM-3: "sightline completion %s" prints it, and completion names itself', async shell => {
  await using cli = await freshCli();
  const { code, stdout, stderr } = await cli.run(['completion', shell]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toBe(scripts[shell](shapes));
});
