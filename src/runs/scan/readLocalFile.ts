import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { readArchived } from './archives/archivedFile.ts';

/**
 * The bytes of a file of this machine, or of a member of an archive, whose path goes on where that of the archive ends. What
 * is none is refused: a pipe with a picture's name would be waited for without end, in one of the few threads that all files
 * share, and a device has no end.
 * @throws the system's error, or one that says that it is no file; an AbortError once the signal fires.
 */
export async function readLocalFile(path: string, signal?: AbortSignal): Promise<Uint8Array> {
  // Windows knows neither such pipes nor the second flag, which is then nothing.
  let handle: FileHandle;
  try {
    handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const archived = await readArchived(path, signal);
    if (archived === undefined) throw error;
    return archived;
  }
  try {
    if (!(await handle.stat()).isFile()) throw new NotAFile();
    return await handle.readFile(signal === undefined ? {} : { signal });
  } finally {
    await handle.close();
  }
}

class NotAFile extends Error {
  readonly code = 'it is not a file';
}
