import { formatBytes, formatNumber, formatPixels, plural } from '../../base/format.ts';
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
    { name: 'Format', value: formatText(facts.format, name) },
    { name: 'Size', value: formatPixels(facts) },
    { name: 'File', value: bytesText(byteLength) },
    { name: 'Depth', value: depthText(facts) },
    { name: 'Colours', value: coloursText(facts) },
    ...(facts.bands === undefined ? [] : [{ name: 'Bands', value: formatNumber(facts.bands) }]),
    ...(facts.pages > 1 ? [{ name: `${capital(facts.pageWord)}s`, value: formatNumber(facts.pages) }] : []),
    ...(facts.colours === undefined ? [] : [{ name: 'Colour encoding', value: capital(facts.colours) }]),
    { name: 'Colour profile', value: carried.profile ?? 'None' },
    ...(carried.orientation === undefined
      ? []
      : [{ name: 'Orientation', value: capital(turned[carried.orientation] ?? 'Unknown') }]),
    ...(facts.density === undefined
      ? []
      : [{ name: 'Resolution', value: `${formatNumber(Math.round(facts.density))} dpi` }]),
    ...(facts.camera === undefined ? [] : [{ name: 'Camera', value: facts.camera }]),
    ...(facts.taken === undefined ? [] : [{ name: 'Taken', value: facts.taken }]),
    {
      name: 'EXIF',
      value: carried.exif ? (carried.position ? 'With location' : 'Without location') : 'None',
    },
    ...(carried.xmp ? [{ name: 'XMP', value: 'Present' }] : []),
    ...(carried.iptc ? [{ name: 'IPTC', value: 'Present' }] : []),
  ];
}

/** What was sent, line by line. */
export function sentFacts(picture: PreparedImage): Fact[] {
  const { width, height, byteLength, quality, mapping, channel, tiles, original } = picture;
  return [
    { name: 'Format', value: 'JPEG, 8 bits, sRGB' },
    { name: 'Size', value: formatPixels({ width, height }) },
    { name: 'File', value: bytesText(byteLength) },
    ...(quality === undefined ? [] : [{ name: 'Quality', value: String(quality) }]),
    ...(original.page === undefined
      ? []
      : [
          {
            name: capital(partsOf(original.format).slice(0, -1)),
            value: `${formatNumber(original.page)} of ${formatNumber(original.pages)}`,
          },
        ]),
    ...(channel === undefined ? [] : [{ name: 'Channel', value: capital(channelLabel(channel)) }]),
    ...(mapping === undefined ? [] : [{ name: 'Mapping', value: mappingNote(mapping) }]),
    ...(tiles === undefined
      ? []
      : [
          { name: 'Crops', value: `${tiles.dataUrls.length}, ${tiles.across} across and ${tiles.down} down` },
        ]),
  ];
}

/** What of the original did not go along, a phrase each. */
export function removedText({ original, mapping, channel, width, height }: PreparedImage): string[] {
  const { carried, transparentShare, pages } = original;
  const share = transparentShare > 0 ? Math.max(1, Math.round(transparentShare * 100)) : 0;
  const scaled = width < original.width || height < original.height;
  return [
    ...(carried === undefined ? ['Metadata, if any'] : carriedText(carried)),
    ...(share > 0 ? [`Transparency (${share} % of the image), blended with a background`] : []),
    ...(pages > 1
      ? [`${formatNumber(pages - 1)} of its ${formatNumber(pages)} ${partsOf(original.format)}`]
      : []),
    ...(channel === undefined ? [] : ['The other channels']),
    ...(mapping === undefined ? [] : ['Value precision beyond 8 bits']),
    ...(scaled && original.format !== 'svg' ? [`Pixels: scaled down from ${formatPixels(original)}`] : []),
  ];
}

/** What a file of several pictures calls them. */
function partsOf(format: string): string {
  return ['tiff', 'heic'].includes(format) ? 'pages' : ['ico', 'icns'].includes(format) ? 'images' : 'frames';
}

function carriedText({ exif, position, xmp, iptc, profile, orientation }: CarriedData): string[] {
  return [
    ...(exif ? [position ? 'EXIF data, including the location' : 'EXIF data (no location)'] : []),
    ...(xmp ? ['XMP data'] : []),
    ...(iptc ? ['IPTC data'] : []),
    ...(profile === undefined ? [] : [`Colour profile “${profile}” (applied)`]),
    ...(orientation === undefined ? [] : [`Orientation tag (applied: ${turned[orientation] ?? 'rotated'})`]),
  ];
}

/** What the eight orientation marks ask for. */
const turned: Readonly<Record<number, string>> = {
  2: 'mirrored',
  3: 'rotated 180°',
  4: 'flipped vertically',
  5: 'mirrored and rotated 270° clockwise',
  6: 'rotated 90° clockwise',
  7: 'mirrored and rotated 90° clockwise',
  8: 'rotated 270° clockwise',
};

/** What kind of numbers the values of pixels are. */
export function depthText({ bits, isFloat }: PictureFacts): string {
  return isFloat ? `${bits}-bit floating point` : `${plural(bits, 'bit')} per channel`;
}

/** HEIF holds both AVIF and HEIC: a name that ends so tells neither, and the content which. */
function formatText(format: string, name: string): string {
  const [kind] = format.split(' ');
  return /\.(heifs?|hif)$/i.test(name) && (kind === 'AVIF' || kind === 'HEIC')
    ? `HEIF image (${kind})`
    : capital(format);
}

function coloursText({ space, channels, hasAlpha }: PictureFacts): string {
  const grey = channels <= 2;
  const name =
    space === 'cmyk'
      ? 'CMYK, shown as sRGB'
      : space === 'lab' || space === 'labs'
        ? 'Lab, shown as sRGB'
        : grey
          ? 'Grey'
          : 'RGB';
  return hasAlpha ? `${name} with transparency` : name;
}

function bytesText(bytes: number): string {
  const size = formatBytes(bytes);
  return bytes < 1024 ? size : `${size} (${formatNumber(bytes)} bytes)`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
