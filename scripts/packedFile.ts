import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { projectFolder } from './projectFolder.ts';

const cache = path.join(projectFolder, 'node_modules/.cache/sightline/packed');

/** More takes ten times as long and saves a tenth. */
const quality = 9;

/**
 * A large file packed by Brotli, which makes WebAssembly a quarter smaller than the package's own zip; `readPacked` of src/base reads it.
 * It takes seconds, and is kept between builds.
 * @returns the packed file.
 */
export async function packedFile(file: string): Promise<string> {
  const bytes = await readFile(file);
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  const packed = path.join(cache, `${quality}-${hash}.br`);
  if (existsSync(packed)) return packed;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  await mkdir(cache, { recursive: true });
  const own = `${packed}.${process.pid}`;
  await writeFile(own, await promisify(brotliCompress)(bytes, { params }));
  await rename(own, packed);
  return packed;
}
