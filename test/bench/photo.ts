import path from 'node:path';
import sharp from 'sharp';
import { drawScene } from '../../scripts/sample/drawScene.ts';

/** Writes a 12-megapixel JPEG that compresses like a photograph and must be turned, and resolves to its path. */
export async function writePhoto(folder: string): Promise<string> {
  const scene = path.join(folder, 'scene.jpg');
  const photo = path.join(folder, 'photo.jpg');
  await drawScene(scene);
  await sharp(scene)
    .resize(3000, 4000, { fit: 'cover' })
    .composite([{ input: await grain(3000, 4000), blend: 'soft-light' }])
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 90 })
    .toFile(photo);
  return photo;
}

function grain(width: number, height: number): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 10 };
  return sharp({ create: { width, height, channels: 3, background: 'grey', noise } })
    .png()
    .toBuffer();
}
