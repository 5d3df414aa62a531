import { statfs } from 'node:fs/promises';
import path from 'node:path';

/** Bytes that this account may still write where `folder` lies or will lie; `undefined` where the system does not say. */
export async function freeSpace(folder: string): Promise<number | undefined> {
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    const found = await statfs(at).catch(() => undefined);
    if (found !== undefined) return found.bavail * found.bsize;
    if (at === path.dirname(at)) return undefined;
  }
}
