import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pLimit from 'p-limit';
import { png, seeded, type Colour, drawn } from '../support/pictures.ts';

/** Makes `count` small pictures in `folder`, no two alike, a hundred to a folder. */
export async function makePictures(folder: string, count: number): Promise<void> {
  const limit = pLimit(4);
  await Promise.all(
    Array.from({ length: count }, (_, index) =>
      limit(async () => {
        const random = seeded(index + 1);
        const some = (): number => Math.floor(random() * 256);
        const colours: Colour[] = Array.from({ length: 16 }, () => [some(), some(), some()]);
        const pixels = drawn(16, 16, (x, y) => colours[(x >> 2) + 4 * (y >> 2)] ?? [0, 0, 0]);
        const file = path.join(folder, `part${Math.floor(index / 100)}`, `picture${index}.png`);
        await mkdir(path.dirname(file), { recursive: true });
        await writeFile(file, await png(pixels));
      }),
    ),
  );
}
