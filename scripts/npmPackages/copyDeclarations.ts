import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** The module of ours that a declaration imports, as the compiler writes it. */
const ours = /(from |import\()(['"])(\.{1,2}\/[^'"]*)\.ts\2/g;

/**
 * Copies the declarations that `entry` leads to, each to its place below `to`, so that every resolver finds them.
 * @param from The folder of all declarations.
 * @param entry A place in it: `inference/index.d.ts`.
 */
export async function copyDeclarations(from: string, to: string, entry: string): Promise<void> {
  const found = new Set([entry]);
  for (const place of found) {
    const text = await readFile(path.join(from, place), 'utf8');
    for (const [, , , target = ''] of text.matchAll(ours))
      found.add(path.posix.join(path.posix.dirname(place), `${target}.d.ts`));
    const copy = path.join(to, place);
    await mkdir(path.dirname(copy), { recursive: true });
    await writeFile(copy, text.replaceAll(ours, '$1$2$3.js$2'));
  }
}
