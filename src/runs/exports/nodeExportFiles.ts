import { makeFolders } from '../../base/node/makeFolder.ts';
import { randomUUID } from 'node:crypto';
import { open, readdir, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { SightlineError, systemCode } from '../../base/errors.ts';
import type { ExportFiles } from './exportFiles.ts';

/** How a file is called until it is whole; what a process that was killed leaves is known by it. */
const temporaryName = /^\.sightline-[\da-f-]{36}\.tmp$/;

/** A temporary file of this age, in milliseconds, belongs to a process that is gone. */
const abandonedAfter = 3_600_000;

/** Exports on this machine; a location is a path. */
export function nodeExportFiles(): ExportFiles {
  const swept = new Set<string>();
  return {
    read: location => orAbsent(location, readFile(location), undefined),

    names: folder =>
      orAbsent(
        folder,
        readdir(folder, { withFileTypes: true }).then(entries =>
          // A link may lead to a file; whether it does is seen when it is read.
          entries.filter(entry => !entry.isDirectory()).map(({ name }) => name),
        ),
        [],
      ),

    async write(location, content) {
      const folder = path.dirname(location);
      try {
        await makeFolders(folder);
        if (!swept.has(folder)) await sweep(folder);
        swept.add(folder);
        await writeWhole(location, content);
      } catch (error) {
        throw failure(location, 'written', error);
      }
    },

    join: (folder, name) => path.join(folder, ...name.split('/')),
    split: location => ({ folder: path.dirname(location), name: path.basename(location) }),

    relative(folder, location) {
      const way = path.relative(folder, location);
      return path.isAbsolute(way) ? undefined : way.split(path.sep).join('/');
    },

    realFolder: folder => realpath(folder).catch(() => folder),
  };
}

async function writeWhole(location: string, content: Uint8Array | AsyncIterable<string>): Promise<void> {
  const temporary = path.join(path.dirname(location), `.sightline-${randomUUID()}.tmp`);
  try {
    const mode = await modeOf(location);
    const handle = await open(temporary, 'wx', mode);
    try {
      // The process's mask has taken from it; a disk that knows no rights may refuse.
      if (mode !== undefined) await handle.chmod(mode).catch(() => undefined);
      if (content instanceof Uint8Array) await handle.writeFile(content);
      else for await (const piece of content) await handle.writeFile(piece);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, location);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Who may read a file stays as it was when it is replaced. */
async function modeOf(location: string): Promise<number | undefined> {
  try {
    return (await stat(location)).mode & 0o777;
  } catch {
    // There is none yet.
    return undefined;
  }
}

/** Removes what killed processes left half written. */
async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!temporaryName.test(name)) continue;
    const file = path.join(folder, name);
    const age = await stat(file).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      // Its owner has just renamed it.
      () => 0,
    );
    if (age > abandonedAfter) await rm(file, { force: true });
  }
}

async function orAbsent<Found, Absent>(
  location: string,
  found: Promise<Found>,
  absent: Absent,
): Promise<Found | Absent> {
  try {
    return await found;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes(systemCode(error) ?? '')) return absent;
    throw failure(location, 'read', error);
  }
}

/** What the system says, for the person. What is no fault of a file (ours, or a stop) stays as it is. */
function failure(location: string, what: 'read' | 'written', error: unknown): unknown {
  const code = systemCode(error) ?? '';
  if (error instanceof SightlineError || code === '' || code.startsWith('ABORT')) return error;
  const [reason, hint] = reasons[code] ?? [`the system says ${code}`, 'Check the disk.'];
  return new SightlineError('store', `"${path.basename(location)}" could not be ${what}: ${reason}.`, {
    cause: error,
    hint,
  });
}

const permission = [
  'there is no permission for it',
  'Make the folder writable, or choose another one.',
] as const;
const notFolder = [
  'a file stands where a folder would be',
  'Rename that file, or choose another folder.',
] as const;
const space = ['the disk is full', 'Free some space, then export again.'] as const;

const reasons: Record<string, readonly [reason: string, hint: string] | undefined> = {
  EACCES: permission,
  EPERM: permission,
  EROFS: permission,
  ENOSPC: space,
  EDQUOT: space,
  ENOENT: ['its folder cannot be made', 'Choose another folder.'],
  EEXIST: notFolder,
  ENOTDIR: notFolder,
  ENAMETOOLONG: ['its name is too long', 'Shorten the file name of the image.'],
  EISDIR: ['a folder has that name', 'Rename the folder.'],
  EBUSY: ['another program holds it', 'Close that program, then export again.'],
};
