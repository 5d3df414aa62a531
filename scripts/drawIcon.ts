/** Draws `media/icon.png` from `media/icon.svg`: `node scripts/drawIcon.ts`, after a change of the drawing. */
import path from 'node:path';
import sharp from 'sharp';

const media = path.join(import.meta.dirname, '../media');
/** Pixels; the gallery shows 128, screens with a high density twice that. */
const side = 256;

await sharp(path.join(media, 'icon.svg'), { density: (72 * side) / 64 })
  .resize(side, side)
  .png({ compressionLevel: 9, palette: true })
  .toFile(path.join(media, 'icon.png'));
