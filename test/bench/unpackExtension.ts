import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { listZip } from '../../scripts/zipListing.ts';

/** Lays a VSIX out as the editor does when it installs it; resolves to the folder with its package.json. */
export async function unpackExtension(vsix: string, folder: string): Promise<string> {
  const archive = await readFile(vsix);
  for (const entry of listZip(archive)) {
    const file = path.join(folder, entry.name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, entry.read());
  }
  return path.join(folder, 'extension');
}
