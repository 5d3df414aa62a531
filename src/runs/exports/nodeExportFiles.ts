import { makeFolders } from '../../base/node/makeFolder.ts';
import { isTemporaryName, writeWhole } from '../../base/node/writeWhole.ts';
import { readdir, readFile, realpath, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { SightlineError, systemCode } from '../../base/errors.ts';
import type { ExportFiles } from './exportFiles.ts';
import { t, type Values } from '../../base/l10n.ts';

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

    folders: folder =>
      orAbsent(
        folder,
        readdir(folder, { withFileTypes: true }).then(entries =>
          entries.filter(entry => entry.isDirectory()).map(({ name }) => name),
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

/** Removes what killed processes left half written. */
async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!isTemporaryName(name)) continue;
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
  const [reason, hint] = reasonFor(code) ?? [t('system error {code}', { code }), t('Check the disk.')];
  return new SightlineError('store', messages[what]({ name: path.basename(location), reason }), {
    cause: error,
    hint,
  });
}

const messages = {
  read: (values: Values) => t('"{name}" could not be read: {reason}.', values),
  written: (values: Values) => t('"{name}" could not be written: {reason}.', values),
};

function reasonFor(code: string): readonly [reason: string, hint: string] | undefined {
  switch (code) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return [t('permission is denied'), t('Make the folder writable, or choose another one.')];
    case 'ENOSPC':
    case 'EDQUOT':
      return [t('the disk is full'), t('Free some space, then export again.')];
    case 'ENOENT':
      return [t('its folder cannot be created'), t('Choose another folder.')];
    case 'EEXIST':
    case 'ENOTDIR':
      return [t('a file has the name of its folder'), t('Rename that file, or choose another folder.')];
    case 'ENAMETOOLONG':
      return [t('its name is too long'), t('Shorten the file name of the image.')];
    case 'EISDIR':
      return [t('a folder has that name'), t('Rename the folder.')];
    case 'EBUSY':
      return [t('another program is using it'), t('Close that program, then export again.')];
    default:
      return undefined;
  }
}
