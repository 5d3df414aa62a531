import { counted, t } from '../../base/l10n.ts';
import { formatBytes, formatNumber, formatPixels } from '../../base/localFormat.ts';
import { channelLabel } from '../../images/bands.ts';
import type { CarriedData } from '../../images/open/carriedData.ts';
import { mappingNote } from '../../images/mapping.ts';
import type { PreparedImage } from '../../images/preparedImage.ts';
import type { PictureFacts } from '../../images/view/pictureFacts.ts';
import type { Fact } from '../../protocol/picture.ts';

/** What is known of a picture, line by line. */
export function factsText(
  facts: PictureFacts,
  { name, byteLength }: { name: string; byteLength: number },
): Fact[] {
  const { carried } = facts;
  return [
    { name: t('Format'), value: formatText(facts.format, name) },
    { name: t('Size'), value: formatPixels(facts) },
    { name: t('File'), value: bytesText(byteLength) },
    { name: t('Depth'), value: depthText(facts) },
    { name: t('Colours'), value: coloursText(facts) },
    ...(facts.bands === undefined ? [] : [{ name: t('Bands'), value: formatNumber(facts.bands) }]),
    ...(facts.pages > 1 ? [{ name: pagesName[facts.pageWord], value: formatNumber(facts.pages) }] : []),
    ...(facts.colours === undefined ? [] : [{ name: t('Colour encoding'), value: capital(facts.colours) }]),
    { name: t('Colour profile'), value: carried.profile ?? t('None') },
    ...(carried.orientation === undefined
      ? []
      : [{ name: t('Orientation'), value: capital(turned[carried.orientation] ?? t('Unknown')) }]),
    ...(facts.density === undefined
      ? []
      : [{ name: t('Resolution'), value: t('{density} dpi', { density: Math.round(facts.density) }) }]),
    ...(facts.camera === undefined ? [] : [{ name: t('Camera'), value: facts.camera }]),
    ...(facts.taken === undefined ? [] : [{ name: t('Taken'), value: facts.taken }]),
    {
      name: 'EXIF',
      value: carried.exif ? (carried.position ? t('With location') : t('Without location')) : t('None'),
    },
    ...(carried.xmp ? [{ name: 'XMP', value: t('Present') }] : []),
    ...(carried.iptc ? [{ name: 'IPTC', value: t('Present') }] : []),
  ];
}

/** What was sent, line by line. */
export function sentFacts(picture: PreparedImage): Fact[] {
  const { width, height, byteLength, quality, mapping, channel, tiles, original } = picture;
  return [
    { name: t('Format'), value: t('JPEG, 8 bits, sRGB') },
    { name: t('Size'), value: formatPixels({ width, height }) },
    { name: t('File'), value: bytesText(byteLength) },
    ...(quality === undefined ? [] : [{ name: t('Quality'), value: String(quality) }]),
    ...(original.page === undefined
      ? []
      : [
          {
            name: pageName[partOf(original.format)],
            value: t('{page} of {pages}', { page: original.page, pages: original.pages }),
          },
        ]),
    ...(channel === undefined ? [] : [{ name: t('Channel'), value: capital(channelLabel(channel)) }]),
    ...(mapping === undefined ? [] : [{ name: t('Mapping'), value: mappingNote(mapping) }]),
    ...(tiles === undefined
      ? []
      : [
          {
            name: t('Crops'),
            value: t('{crops}, {across} across and {down} down', {
              crops: tiles.dataUrls.length,
              across: tiles.across,
              down: tiles.down,
            }),
          },
        ]),
  ];
}

/** What of the original did not go along, a phrase each. */
export function removedText({ original, mapping, channel, width, height }: PreparedImage): string[] {
  const { carried, transparentShare, pages } = original;
  const share = transparentShare > 0 ? Math.max(1, Math.round(transparentShare * 100)) : 0;
  const scaled = width < original.width || height < original.height;
  return [
    ...(carried === undefined ? [t('Metadata, if any')] : carriedText(carried)),
    ...(share > 0 ? [t('Transparency ({share} % of the image), blended with a background', { share })] : []),
    ...(pages > 1 ? [leftOut(original.format, { left: pages - 1, all: pages })] : []),
    ...(channel === undefined ? [] : [t('The other channels')]),
    ...(mapping === undefined ? [] : [t('Value precision beyond 8 bits')]),
    ...(scaled && original.format !== 'svg'
      ? [t('Pixels: scaled down from {size}', { size: formatPixels(original) })]
      : []),
  ];
}

/** What a file of several pictures calls them. */
function partOf(format: string): PictureFacts['pageWord'] {
  if (['tiff', 'heic'].includes(format)) return 'page';
  return ['ico', 'icns'].includes(format) ? 'picture' : 'frame';
}

function leftOut(format: string, values: { left: number; all: number }): string {
  return {
    page: t('{left} of its {all} pages', values),
    picture: t('{left} of its {all} images', values),
    frame: t('{left} of its {all} frames', values),
  }[partOf(format)];
}

function carriedText({ exif, position, xmp, iptc, profile, orientation }: CarriedData): string[] {
  return [
    ...(exif ? [position ? t('EXIF data, including the location') : t('EXIF data (no location)')] : []),
    ...(xmp ? [t('XMP data')] : []),
    ...(iptc ? [t('IPTC data')] : []),
    ...(profile === undefined ? [] : [t('Colour profile “{profile}” (applied)', { profile })]),
    ...(orientation === undefined
      ? []
      : [t('Orientation tag (applied: {turn})', { turn: turned[orientation] ?? t('rotated') })]),
  ];
}

/** What the parts of a file are called together. */
const pagesName = { page: t('Pages'), frame: t('Frames'), picture: t('Pictures') };
const pageName = { page: t('Page'), frame: t('Frame'), picture: t('Picture') };

/** What the eight orientation marks ask for. */
const turned: Readonly<Record<number, string>> = {
  2: t('mirrored'),
  3: t('rotated 180°'),
  4: t('flipped vertically'),
  5: t('mirrored and rotated 270° clockwise'),
  6: t('rotated 90° clockwise'),
  7: t('mirrored and rotated 90° clockwise'),
  8: t('rotated 270° clockwise'),
};

/** What kind of numbers the values of pixels are. */
export function depthText({ bits, isFloat }: PictureFacts): string {
  return isFloat
    ? t('{bits}-bit floating point', { bits })
    : counted(bits, '{count} bit per channel', '{count} bits per channel');
}

/** HEIF holds both AVIF and HEIC: a name that ends so tells neither, and the content which. */
function formatText(format: string, name: string): string {
  const [kind] = format.split(' ');
  return /\.(heifs?|hif)$/i.test(name) && (kind === 'AVIF' || kind === 'HEIC')
    ? t('HEIF image ({kind})', { kind })
    : capital(format);
}

function coloursText({ space, channels, hasAlpha }: PictureFacts): string {
  const grey = channels <= 2;
  const name =
    space === 'cmyk'
      ? t('CMYK, shown as sRGB')
      : space === 'lab' || space === 'labs'
        ? t('Lab, shown as sRGB')
        : grey
          ? t('Grey')
          : 'RGB';
  return hasAlpha ? t('{name} with transparency', { name }) : name;
}

function bytesText(bytes: number): string {
  const size = formatBytes(bytes);
  return bytes < 1024 ? size : t('{size} ({bytes} bytes)', { size, bytes });
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
