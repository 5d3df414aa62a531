import { present } from '../../base/present.ts';
import { type CarriedData, carriedData } from '../open/carriedData.ts';
import { animatedPngFrames } from '../open/damage.ts';
import { spaceWords } from '../colour/colourSpace.ts';
import { type ExifFacts, readExif } from '../exif.ts';
import { fileFormatOf } from '../open/fileFormat.ts';
import { type Head, isIcon, type OpenedFile, readablePages } from '../open/openedFile.ts';
import { t } from '../../base/l10n.ts';

/** What is known of a page of a picture file, for a person who looks at it. */
export interface PictureFacts extends Pick<ExifFacts, 'camera' | 'taken'> {
  /** As people call it: "TIFF picture", "Photoshop document". */
  format: string;
  /** Pixels, orientation applied; of a drawing its stated size. */
  width: number;
  height: number;
  /** Bits a sample, as the file holds them. */
  bits: number;
  isFloat: boolean;
  /** Samples a pixel, alpha included. */
  channels: number;
  hasAlpha: boolean;
  /** Bands of the page, where they are more than colours and transparency. */
  bands?: number;
  /** As sharp names it: `srgb`, `b-w`, `grey16`, `rgb16`, `cmyk`, `lab`. */
  space: string;
  /** What its samples meant before they became sRGB, where the file says so without a profile: "PQ, BT.2020". */
  colours?: string;
  /** Pages, frames or pictures in the file. */
  pages: number;
  /** How many of them can be looked at; the others are not read. */
  readablePages: number;
  pageWord: 'page' | 'frame' | 'picture';
  /** Dots per inch, where the file states them. */
  density?: number;
  carried: CarriedData;
}

/** Says what is known of a page. `bytes` are those of the whole file. */
export function pictureFacts(file: OpenedFile, head: Head, bytes: Uint8Array): PictureFacts {
  const { width, height } = head.autoOrient;
  const inFile = file.pages ?? head.pages ?? 1;
  const { camera, taken } = readExif(head.exif ?? bytes) ?? {};
  return {
    format: (
      fileFormatOf(bytes)?.name ?? (head.format === 'svg' ? t('an SVG drawing') : head.format)
    ).replace(/^an? /, ''),
    width,
    height,
    bits: bitsOf(file, head),
    isFloat: head.depth === 'float' || head.depth === 'double',
    channels: head.channels,
    hasAlpha: head.hasAlpha,
    ...present({ bands: file.bands?.count }),
    space: head.space,
    ...(file.colours === undefined ? {} : { colours: spaceWords(file.colours) }),
    pages: Math.max(inFile, animatedPngFrames(bytes)),
    readablePages: readablePages(file, inFile),
    pageWord: isIcon(file) ? 'picture' : ['tiff', 'heif'].includes(head.format) ? 'page' : 'frame',
    ...(head.density === undefined || head.format === 'svg' ? {} : { density: head.density }),
    carried: carriedData(head, bytes),
    ...present({ camera, taken }),
  };
}

const bitsByDepth: Readonly<Record<string, number>> = {
  uchar: 8,
  char: 8,
  ushort: 16,
  short: 16,
  uint: 32,
  int: 32,
  float: 32,
  complex: 64,
  double: 64,
  dpcomplex: 128,
};

function bitsOf({ raster }: OpenedFile, head: Head): number {
  if (raster?.white !== undefined) return Math.ceil(Math.log2(raster.white + 1));
  return head.bitsPerSample ?? bitsByDepth[head.depth] ?? 8;
}
