/** Endings of picture files, as the menus in `package.json` name them. What a file really is its bytes tell. */
export const pictureEndings = [
  'jpg',
  'jpeg',
  'jfif',
  'png',
  'webp',
  'gif',
  'avif',
  'tif',
  'tiff',
  'svg',
  'bmp',
  'ico',
  'heic',
  'heif',
  'jp2',
  'jxl',
  'dib',
  'cur',
  'svgz',
  'pbm',
  'pgm',
  'ppm',
  'pnm',
  'pam',
  'pfm',
  'j2k',
  'jpf',
  'jpx',
  'hdr',
  'exr',
  'tga',
  'qoi',
  'psd',
  'dds',
  'pcx',
  'sgi',
  'fits',
  'icns',
  'dng',
  'cr2',
  'cr3',
  'nef',
  'arw',
  'raf',
  'orf',
  'rw2',
] as const;

const known: ReadonlySet<string> = new Set(pictureEndings);

/** Whether a file's name ends like a picture's. */
export function hasPictureEnding(name: string): boolean {
  const ending = /\.([^./]+)$/.exec(name)?.[1]?.toLowerCase();
  return ending !== undefined && known.has(ending);
}
