import { mkdir } from 'node:fs/promises';

/** Makes the sample folder. */
export async function makeSampleFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
}
