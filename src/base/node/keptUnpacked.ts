import { readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { sha256Of } from './hash.ts';
import { makeFolders } from './makeFolder.ts';
import { isTemporaryName, writeWhole } from './writeWhole.ts';

/** After this long a file that was never finished belongs to nobody, milliseconds. */
const abandoned = 3_600_000;

/**
 * What `packed` holds, from the folder where it was unpacked before, else unpacked and kept there. A kept file is named after
 * the hashes of both, and taken only where it still has its own: what is damaged is unpacked again. Where the folder cannot be
 * written, nothing is kept. Two that unpack at once write the same.
 */
export async function keptUnpacked(
  packed: Uint8Array,
  name: string,
  folder: string,
  unpack: (packed: Uint8Array) => Promise<Buffer<ArrayBuffer>>,
): Promise<Buffer<ArrayBuffer>> {
  const stem = `${name}-${sha256Of(packed).slice(0, 16)}-`;
  const kept = await readKept(folder, stem).catch(() => undefined);
  if (kept !== undefined) return kept;
  const bytes = await unpack(packed);
  await keep(folder, name, `${stem}${sha256Of(bytes)}`, bytes).catch(() => undefined);
  return bytes;
}

async function readKept(folder: string, stem: string): Promise<Buffer<ArrayBuffer> | undefined> {
  const name = (await readdir(folder)).find(one => one.startsWith(stem));
  if (name === undefined) return undefined;
  const bytes = await readFile(path.join(folder, name));
  return sha256Of(bytes) === name.slice(stem.length) ? bytes : undefined;
}

/** Also removes what earlier versions, and processes that were killed, have left. */
async function keep(folder: string, name: string, file: string, bytes: Uint8Array): Promise<void> {
  await makeFolders(folder, 0o700);
  for (const one of await readdir(folder)) {
    const place = path.join(folder, one);
    const isOld = isTemporaryName(one) && Date.now() - (await stat(place)).mtimeMs > abandoned;
    if (isOld || one.startsWith(`${name}-`)) await rm(place, { force: true });
  }
  await writeWhole(path.join(folder, file), bytes, { mode: 0o600 });
}
