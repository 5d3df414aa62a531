/**
 * Reads listed pictures and compares them with what a reference reads: `npm run bench:pictures -- DIR LIST [--json]`.
 * DIR holds the repositories of the list (`owner/name/…`), LIST a JSON object a line.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { colourDifference, coloursCount, type ListedPicture, type ReadPicture } from './listedPicture.ts';
import { table } from './table.ts';

const args = process.argv.slice(2);
const json = args.includes('--json');
const [folder, list] = args.filter(arg => !arg.startsWith('--'));
if (folder === undefined || list === undefined) {
  console.error('Usage: npm run bench:pictures -- DIR LIST [--json]');
  process.exit(2);
}

/** Longest that one file may take here before the process that reads it counts as crashed. */
const patience = 60_000;

let reader: ChildProcess | undefined;
const results: [ListedPicture, ReadPicture][] = [];
for (const line of (await readFile(list, 'utf8')).split('\n').filter(text => text !== '')) {
  const listed = JSON.parse(line) as ListedPicture;
  const read = await readApart(path.join(folder, listed.repo, listed.path));
  results.push([listed, read]);
  if (json) console.log(JSON.stringify(compared(listed, read)));
}
reader?.kill();
if (!json) console.log(table(results));

function readApart(file: string): Promise<ReadPicture> {
  const child = (reader ??= fork(path.join(import.meta.dirname, 'readListed.ts'), {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  }));
  return new Promise(resolve => {
    const begin = performance.now();
    const settle = (read: ReadPicture): void => {
      clearTimeout(timer);
      child.off('message', settle).off('exit', onExit);
      resolve(read);
    };
    const onExit = (): void => {
      reader = undefined;
      settle({
        format: path.extname(file).slice(1) || 'other',
        refusal: 'the process ended',
        crash: true,
        ms: performance.now() - begin,
        peakMb: Number.NaN,
      });
    };
    const timer = setTimeout(() => child.kill('SIGKILL'), patience);
    child.on('message', settle).on('exit', onExit);
    child.send(file);
  });
}

function compared({ repo, path: file, reference }: ListedPicture, read: ReadPicture): object {
  const { picture } = read;
  const both = picture !== undefined && reference !== null;
  return {
    repo,
    path: file,
    ...read,
    ...(both
      ? {
          sameSize: picture.width === reference.width && picture.height === reference.height,
          difference: colourDifference(picture.rgb4x4, reference.rgb4x4),
          coloursCount: coloursCount(reference),
        }
      : {}),
    reference: reference === null ? null : { height: reference.height, width: reference.width },
  };
}
