/* eslint-disable no-control-regex -- signatures of files are made of control characters */
import { looksLikeDib } from '../decoders/dibHeader.ts';
import type { DecoderName } from '../decoders/loadDecoder.ts';
import { textAt, viewOf } from '../decoders/raster.ts';
import { looksLikeRaw } from '../decoders/rawHeader.ts';
import { t } from '../../base/l10n.ts';

/** A file format told by a file's bytes. */
export interface FileFormat {
  /** In one word, as facts name it: `bmp`. */
  id: string;
  /** As people call it, with its article where a sentence needs one: "a BMP picture". */
  name: string;
  /** Who reads it: sharp, a decoder of ours, or nobody. */
  reader: 'sharp' | DecoderName | undefined;
  /** The decoder that is tried where sharp fails. */
  fallback?: DecoderName;
  /** What a person does with one that nobody reads. */
  hint?: string | undefined;
  /** Endings that files of it have, as a pattern. */
  endings: RegExp;
}

const convert = (): string => t('Save it as PNG or JPEG first.');
const frame = (): string => t('Save one of its frames as PNG or JPEG.');

type Rest = Partial<Pick<FileFormat, 'fallback' | 'endings'>> & { hint?: () => string };
const format = (
  id: string,
  name: () => string,
  reader: FileFormat['reader'],
  { hint, ...rest }: Rest = {},
): FileFormat => ({
  id,
  get name() {
    return name();
  },
  reader,
  get hint() {
    return hint?.();
  },
  endings: new RegExp(`^${id}$`),
  ...rest,
});
const refused = (id: string, name: () => string, hint = convert): FileFormat =>
  format(id, name, undefined, { hint });

const tiff = format('tiff', () => t('a TIFF image'), 'sharp', {
  fallback: 'magick:TIFF',
  endings: /^(tiff?|lsm|svs)$/,
});
const avif = format('avif', () => t('an AVIF image'), 'sharp', {
  fallback: 'magick:AVIF',
  endings: /^avifs?|hei[cf]$/,
});
const heic = format('heic', () => t('a HEIC image'), 'magick:HEIC', { endings: /^(hei[cf]s?|hif)$/ });
const raw = format('raw', () => t('a camera raw file'), 'raw', {
  hint: convert,
  endings: /^(dng|cr[23w]|nef|nrw|arw|sr2|raf|orf|rw[2l]|pef|srw|3fr|iiq|raw|tiff?)$/,
});
const netpbm = format('pnm', () => t('a Netpbm image'), 'netpbm', { endings: /^(p[bgpna]m|pfm)$/ });
const j2k = /^(jp[2fxmc]|j2[kc])$/;
const dib = format('bmp', () => t('a bitmap without its file header (DIB)'), 'bmp', {
  endings: /^(dib|bmp|bin)$/,
});
const tga = format('tga', () => t('a Targa image'), 'tga', { endings: /^(tga|icb|vda|vst|tpic)$/ });
const sgi = format('sgi', () => t('a Silicon Graphics image'), 'magick:SGI', {
  endings: /^(sgi|rgba?|bw|int[a]?)$/,
});

/** Signatures at the start of a file (`.` stands for any byte), in Latin-1; the first that fits wins. */
const signatures: readonly (readonly [RegExp, FileFormat])[] = [
  [
    /^\xff\xd8\xff/,
    format('jpeg', () => t('a JPEG image'), 'sharp', { endings: /^(jpe?g?|jfif|mpo|jps|insp)$/ }),
  ],
  [/^\x89PNG\r\n\x1a\n/, format('png', () => t('a PNG image'), 'sharp', { endings: /^a?png$/ })],
  [/^GIF8[79]a/, format('gif', () => t('a GIF image'), 'sharp')],
  [/^RIFF.{4}WEBP/s, format('webp', () => t('a WebP image'), 'sharp')],
  [/^.{4}ftypavi[fs]/s, avif],
  [/^.{4}ftyp(hei[cxms]|hev[cxms])/s, heic],
  [/^.{4}ftyp(mif1|msf1).*avi[fs]/s, avif],
  [/^.{4}ftyp(mif1|msf1|mif2)/s, heic],
  [/^.{4}ftypcrx/s, raw],
  [/^.{4}ftyp/s, refused('video', () => t('a video'), frame)],
  [/^(II\*\0.{4}CR|FUJIFILMCCD-RAW|IIU\0|IIR[OS]|MMOR|\0MRM)/s, raw],
  [/^(II[*+]\0|MM\0[*+])/, tiff],
  [/^BM.{4}/s, format('bmp', () => t('a BMP image'), 'bmp', { endings: /^(bmp|dib|rle)$/ })],
  [/^BA.{12}BM/s, format('bmp', () => t('a BMP image'), 'bmp', { endings: /^(bmp|dib|rle)$/ })],
  [
    /^\0\0[\x01\x02]\0[^\0]\0.{3}\0/s,
    format('ico', () => t('an icon file (ICO or CUR)'), 'icon', { endings: /^(ico|cur)$/ }),
  ],
  [/^(\xff\x0a|\0\0\0\x0cJXL )/, format('jxl', () => t('a JPEG XL image'), 'magick:JXL')],
  [/^\xff\x4f\xff\x51/, format('j2k', () => t('a JPEG 2000 image'), 'magick:J2K', { endings: j2k })],
  [/^\0\0\0\x0cjP {2}/, format('jp2', () => t('a JPEG 2000 image'), 'magick:JP2', { endings: j2k })],
  [/^8BP[SB]/, format('psd', () => t('a Photoshop document'), 'magick:PSD', { endings: /^ps[db]$/ })],
  [
    /^%PDF-/,
    refused(
      'pdf',
      () => t('a PDF document'),
      () => t('Save one of its pages as PNG or JPEG.'),
    ),
  ],
  [
    /^(%!PS|\xc5\xd0\xd3\xc6)/,
    format('eps', () => t('a PostScript document'), 'eps', { endings: /^(eps[fi]?|ps|ai)$/ }),
  ],
  [/^P[1-7][\s#]/, netpbm],
  [/^P[Ff]\s/, format('pfm', () => t('a floating-point Netpbm image (PFM)'), 'netpbm')],
  [/^\x76\x2f\x31\x01/, format('exr', () => t('an OpenEXR image'), 'magick:EXR')],
  [
    /^#\?R(ADIANCE|GBE)/,
    format('hdr', () => t('a Radiance HDR image'), 'radiance', { endings: /^(hdr|rgbe|pic)$/ }),
  ],
  [/^DDS /, format('dds', () => t('a DDS texture'), 'dds')],
  [/^qoif/, format('qoi', () => t('a QOI image'), 'magick:QOI')],
  [/^\x01\xda[\0\x01][\x01\x02]\0[\x01-\x03]/, sgi],
  [
    /^\x0a[\0-\x05]\x01[\x01\x02\x04\x08]/,
    format('pcx', () => t('a PCX image'), 'magick:PCX', { endings: /^pc[xc]$/ }),
  ],
  [
    /^\x59\xa6\x6a\x95/,
    format('sun', () => t('a Sun raster image'), 'sun', { endings: /^(ras|sun|im\d*)$/ }),
  ],
  [/^SIMPLE {2}=/, format('fits', () => t('a FITS image'), 'fits', { endings: /^fi?ts?$/ })],
  [
    /^(\x08\xf2\xa6\xb6|\xb6\xa6\xf2\x08)/,
    format('vips', () => t('a VIPS image'), 'magick:VIPS', { endings: /^v(ips)?$/ }),
  ],
  [
    /^.{4}[\x11\x12]\xaf.{8}[\0\x03]\0/s,
    format('fli', () => t('an Autodesk animation (FLI)'), 'fli', { endings: /^fl[ic]$/ }),
  ],
  [/^icns/, format('icns', () => t('an Apple icon file (ICNS)'), 'icns')],
  [/^BLP[12]/, format('blp', () => t('a BLP texture'), 'blp')],
  [/^FTEX/, format('ftex', () => t('an FTEX texture'), 'ftex', { endings: /^ft[cu]$/ })],
  [
    /^\s*(\/\*.{0,200}\*\/\s*)?#define\s+\S+_width\s+\d/s,
    format('xbm', () => t('an X bitmap'), 'magick:XBM'),
  ],
  [/^\/\* XPM \*\//, format('xpm', () => t('an X pixmap'), 'xpm')],
  [/^(DanM|LinS)/, format('msp', () => t('a Microsoft Paint 1 image'), 'msp')],
  [
    /^(Image type|File size|.{1,60}\r\n.*Image (type|size)):?/s,
    format('im', () => t('an IM image'), 'im', { endings: /^im$/ }),
  ],
  [
    /^PK\x03\x04/,
    refused(
      'zip',
      () => t('a ZIP archive'),
      () => t('Extract it first.'),
    ),
  ],
  [/^\x1f\x8b/, format('svg', () => t('a compressed SVG drawing'), 'sharp', { endings: /^svgz?$/ })],
];

/** The endings of all formats that are read, as patterns. */
export const readEndings: readonly RegExp[] = [
  ...signatures.flatMap(([, { reader, endings }]) => (reader === undefined ? [] : [endings])),
  ...[raw.endings, dib.endings, tga.endings],
];

/** How many bytes the signatures look at. */
const headLength = 512;

/** The format of a file, told by its bytes and never by its name; undefined where they fit none. */
export function fileFormatOf(bytes: Uint8Array): FileFormat | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, headLength));
  const text = head.toString('latin1');
  const found = signatures.find(([signature]) => signature.test(text))?.[1];
  if (found !== undefined) return found === tiff && looksLikeRaw(bytes) ? raw : found;
  if (textAt(bytes, 257, 262) === 'ustar')
    return refused(
      'tar',
      () => t('a TAR archive'),
      () => t('Extract it first.'),
    );
  if (looksLikeGd(bytes)) return format('gd', () => t('a GD image'), 'gd');
  if (isPhotoCd(bytes)) return format('pcd', () => t('a Photo CD image'), 'magick:PCD');
  if (looksLikeDib(bytes)) return dib;
  return looksLikeText(bytes) || !looksLikeTga(bytes) ? undefined : tga;
}

/** Whether bytes can be a GD picture: its mark is short, so its size has to fit too. */
function looksLikeGd(bytes: Uint8Array): boolean {
  if (bytes.length < 12 || bytes[0] !== 0xff || (bytes[1] !== 0xff && bytes[1] !== 0xfe)) return false;
  const view = viewOf(bytes);
  const pixels = view.getUint16(2) * view.getUint16(4);
  return bytes.length === (bytes[1] === 0xfe ? 11 + pixels * 4 : 13 + 1024 + pixels);
}

/** Whether bytes can be a Targa picture, which begins with no mark of its own. */
function looksLikeTga(bytes: Uint8Array): boolean {
  if (bytes.length < 18) return false;
  if (textAt(bytes, bytes.length - 18, bytes.length - 2) === 'TRUEVISION-XFILE') return true;
  const view = viewOf(bytes);
  const [hasPalette, kind] = [view.getUint8(1), view.getUint8(2)];
  const [width, height, bits] = [view.getUint16(12, true), view.getUint16(14, true), view.getUint8(16)];
  const paletteBits = view.getUint8(7);
  const isIndexed = (kind & 7) === 1;
  return (
    [1, 2, 3, 9, 10, 11].includes(kind) &&
    hasPalette <= 1 &&
    (!isIndexed || hasPalette === 1) &&
    (hasPalette === 0 ? paletteBits <= 32 : [15, 16, 24, 32].includes(paletteBits)) &&
    width > 0 &&
    height > 0 &&
    ((kind & 7) === 2 ? [15, 16, 24, 32] : [8, 16]).includes(bits) &&
    view.getUint8(17) < 64
  );
}

/** A Photo CD has its mark behind the first 2,048 bytes. */
function isPhotoCd(bytes: Uint8Array): boolean {
  return textAt(bytes, 2048, 2055) === 'PCD_IPI';
}

/** Whether the bytes begin like text in UTF-8 or UTF-16: no control characters but white space. */
export function looksLikeText(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, 4096);
  if ((head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)) return true;
  // The last three bytes may be the start of a character that goes on after the head.
  const whole = head.length < 4096 ? head : head.subarray(0, -3);
  try {
    return !/[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(new TextDecoder('utf-8', { fatal: true }).decode(whole));
  } catch {
    // Not UTF-8: not text.
    return false;
  }
}

/** What to say where a file's name ends like a picture of another format than it is. */
export function endingNotes(name: string, bytes: Uint8Array): string[] {
  const ending = /\.([a-z\d]{2,4})$/i.exec(name)?.[1]?.toLowerCase();
  const found = fileFormatOf(bytes);
  if (ending === undefined || found === undefined || found.endings.test(ending)) return [];
  return signatures.some(([, known]) => known.endings.test(ending))
    ? [t('Its name ends in .{ending}, but it is {name}.', { ending, name: found.name })]
    : [];
}
