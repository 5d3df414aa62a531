import { frames, jpeg, png, red, scene, solid, toSharp } from './pictures.ts';
import {
  bmpFile,
  floatTiff,
  heicFile,
  icoFile,
  iconDib,
  magickFile,
  netpbmFile,
  tgaFile,
} from './pictureFiles.ts';

/** One small image file of each kind that is read. */
export async function everyKind(): Promise<Record<string, Buffer>> {
  const picture = scene(24, 16);
  const magick = [
    'JXL',
    'JP2',
    'PSD',
    'QOI',
    'PCX',
    'SGI',
    'EXR',
    'HDR',
    'PFM',
    'SUN',
    'XPM',
    'DDS',
    'FITS',
    'VIPS',
    'XBM',
  ] as const;
  return {
    jpeg: await jpeg(picture),
    png: await png(picture),
    webp: await toSharp(picture).webp().toBuffer(),
    gif: await frames('gif', [solid(20, 10, red), solid(20, 10, red)]),
    tiff: await toSharp(picture).tiff().toBuffer(),
    avif: await toSharp(picture).avif({ effort: 0 }).toBuffer(),
    float: floatTiff(16, 8, x => x),
    svg: Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><circle cx="12" cy="12" r="9"/></svg>',
    ),
    bmp: bmpFile({ bits: 24 }),
    rle: bmpFile({ bits: 8, rle: true }),
    ico: icoFile([{ side: 16, data: iconDib(32) }]),
    pnm: netpbmFile(3),
    tga: tgaFile({ rle: true }),
    heic: heicFile,
    ...Object.fromEntries(
      await Promise.all(magick.map(async format => [format, await magickFile(format)] as const)),
    ),
  };
}
