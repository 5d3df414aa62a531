import { present } from '../../base/present.ts';
import { formatPixels } from '../../base/localFormat.ts';
import type { Sharp, SharpOptions } from 'sharp';
import { bandNumber, isBand } from '../bands.ts';
import { carriedData } from '../open/carriedData.ts';
import { chooseFrame } from '../open/chooseFrame.ts';
import { animatedPngFrames } from '../open/damage.ts';
import { harmedNote, readHead } from '../open/decode.ts';
import { enlarged } from '../open/drawing/drawableSize.ts';
import { fit } from '../fit.ts';
import type { Size } from '../fit.ts';
import { checkImageOptions, encode, fitted, isSmall, type EncodedImage } from './encode.ts';
import { endingNotes } from '../open/fileFormat.ts';
import { readError } from '../imageErrors.ts';
import { darkGround, defaultQuality, minDrawingSide } from '../limits.ts';
import { mappingNote } from '../mapping.ts';
import { chooseTone, measureMapping } from '../tone/measureMapping.ts';
import { type Head, isIcon, type OpenedFile, readablePages } from '../open/openedFile.ts';
import { openShownFrame } from '../open/openShownFrame.ts';
import { openPixels } from '../open/openPixels.ts';
import type { ImageOptions, ImageSource, PreparedImage, SingleChannel } from '../preparedImage.ts';
import type { FileBytes } from '../open/readFile.ts';
import type { LabelledPixels } from '../open/readPixels.ts';
import { openProbed } from './openProbed.ts';
import { readSource } from '../open/readSource.ts';
import { asSeen, asUsual } from './renderPage.ts';
import { prepareRegion } from './prepareRegion.ts';
import { cutTiles, tiledSize } from './tiles.ts';
import { markGaps } from '../view/markGaps.ts';
import { isWhiteOnNothing, transparentShareOf } from '../transparency.ts';
import { withFallback } from '../open/withFallback.ts';
import { counted, t } from '../../base/l10n.ts';

/** How a picture is prepared. */
export interface PrepareOptions extends ImageOptions {
  /** What errors call the picture, where the source has no name of its own: a file name. */
  name?: string;
}

/**
 * Makes a picture ready to be sent: upright, opaque on white, sRGB, its first frame, within `maxSide`, as a JPEG
 * without metadata. The source is left as it is.
 * @throws {ValueError} `unsupportedImage` or `imageTooLarge`, naming the picture and what failed.
 */
export async function prepareImage(
  source: ImageSource,
  { name, ...given }: PrepareOptions = {},
): Promise<PreparedImage> {
  checkImageOptions(given);
  const options = given.detail === 'original' ? withoutLimit(given) : given;
  const read = await readSource(source, name);
  if ('pixels' in read) return preparePixels(read, options);
  return options.region === undefined
    ? prepareFile(read, options)
    : prepareRegion(read, options.region, options);
}

function withoutLimit({ maxSide: _, ...options }: ImageOptions): ImageOptions {
  return options;
}

async function preparePixels({ pixels }: LabelledPixels, options: ImageOptions): Promise<PreparedImage> {
  const { width, height } = pixels;
  const image = await openPixels(pixels);
  return {
    ...(await encode(fitted(image, fit(pixels, options.maxSide)).toColourspace('srgb'), options)),
    original: { format: 'raw', width, height, transparentShare: await transparentShareOf(pixels), pages: 1 },
    notes: [],
  };
}

async function prepareFile(file: FileBytes, options: ImageOptions): Promise<PreparedImage> {
  return withFallback(
    file,
    async opened =>
      prepareOpened(options.page === undefined ? await openShownFrame(opened) : opened, file, options),
    { page: options.page === undefined ? undefined : options.page - 1, band: bandNumber(options.channel) },
  );
}

async function prepareOpened(
  file: OpenedFile,
  { label, bytes }: FileBytes,
  options: ImageOptions,
): Promise<PreparedImage> {
  const first = await readHead(file);
  const pages = Math.max(file.pages ?? first.pages ?? 1, animatedPngFrames(file.bytes));
  const number = await pageFor(file, first, pages, options);
  const { channel } = options;
  if (channel !== undefined && isBand(channel) && file.bands === undefined)
    throw readError(file.label, t('it has no band {band} of its own', { band: bandNumber(channel) ?? '' }));
  // Of an icon, an animated PNG or a TIFF of more bands the wanted picture was opened already.
  const place = isIcon(file) || file.frame !== undefined ? 0 : number;
  const ownHead = place > 0 ? await readHead(file, place) : first;
  const { width, height } = ownHead.autoOrient;
  const { opened, values } = await openProbed(file, ownHead, place, options);
  const { file: shown, head, page } = await markGaps({ file: opened, head: ownHead, page: place }, values);
  const notes = [...endingNotes(label, bytes), ...shown.notes];
  const input: SharpOptions = {};
  let own = { width, height };
  if (file.drawing !== undefined) {
    // A drawing has no pixels of its own: a small one is drawn larger, so that it can be seen.
    own = enlarged(own, Math.min(minDrawingSide, options.maxSide ?? minDrawingSide));
    if (file.drawing.isUnsized) notes.push(unsizedNote(own));
    else if (own.width < width) notes.push(reducedNote(own));
  }
  if (page > 0) input.page = page;
  if (pages > 1) notes.push(pageNote(number, pages, { head, isIcon: isIcon(file), asked: options.page }));
  const mapping =
    typeof options.mapping === 'object'
      ? options.mapping
      : shown === opened
        ? chooseTone(file, head, options.mapping ?? 'auto', values)
        : await measureMapping(shown, head, options.mapping, page);
  if (mapping !== undefined) notes.push(mappingNote(mapping));
  if (channel !== undefined) notes.push(channelNote(channel));
  // A band is opened alone: it is the whole picture.
  const part = channel === undefined || isBand(channel) ? undefined : channel;
  const isSeen = part !== undefined || typeof options.mapping === 'object' || shown.raster?.hasGaps === true;
  const rendering = isSeen
    ? await asSeen(shown, head, { page, mapping, ...present({ channel: part }) })
    : asUsual(shown, head, { input, own, mapping });
  const size = fit(rendering.own, options.maxSide);
  const { result, damage } = await rendering.run(size, image =>
    rendering.hasAlpha ? encodeWithAlpha(image, options) : encodeOpaque(image, options, isSmall(size)),
  );
  if (damage !== 'none') notes.push(damageNotes[damage]());
  const { transparentShare, onDark, ...sent } = result;
  const full = tiledSize(rendering.own);
  const isTiled = options.detail === 'tiles' && full.width > size.width;
  const tiles = isTiled
    ? (
        await rendering.run(full, image =>
          cutTiles(image, onDark ? { ...options, background: darkGround } : options),
        )
      ).result
    : undefined;
  if (tiles !== undefined)
    notes.push(
      t('It is sent as an overview and {count} crops, {across} across and {down} down.', {
        count: tiles.dataUrls.length,
        across: tiles.across,
        down: tiles.down,
      }),
    );
  if (onDark) notes.push(t('Its content is white on transparency, so it is sent on a dark background.'));
  return {
    ...sent,
    original: {
      format: formatWord(file, ownHead),
      width,
      height,
      byteLength: bytes.byteLength,
      transparentShare,
      pages,
      ...(pages === 1 ? {} : { page: number + 1 }),
      carried: carriedData(ownHead, bytes),
    },
    quality: options.quality ?? defaultQuality,
    ...present({ mapping, channel, tiles }),
    notes,
  };
}

const damageNotes = {
  harmed: harmedNote,
  cut: () => t('The file is truncated; the missing part of the image is grey.'),
};

function formatWord({ format }: OpenedFile, head: Head): string {
  return format ?? (head.format === 'heif' && head.compression === 'av1' ? 'avif' : head.format);
}

async function pageFor(file: OpenedFile, head: Head, pages: number, { page }: ImageOptions): Promise<number> {
  if (page === undefined && file.frame !== undefined) return file.frame;
  if (page === undefined) return pages === 1 ? 0 : chooseFrame(file, head, pages);
  if (page > pages)
    throw readError(
      file.label,
      t('there is no number {page} among its {pages}', { page, pages: frameCount(head, pages) }),
    );
  if (page > 1 && page > readablePages(file, file.pages ?? head.pages ?? 1))
    throw readError(file.label, t('of its format only the first image is supported'));
  return page - 1;
}

function pageNote(
  page: number,
  pages: number,
  { head, isIcon, asked }: { head: Head; isIcon: boolean; asked: number | undefined },
): string {
  const all = isIcon
    ? counted(pages, '{count} image in the icon', '{count} images in the icon')
    : frameCount(head, pages);
  if (isIcon && page === 0) return t('The largest of {pages} is sent.', { pages: all });
  if (page === 0) return t('Only the first of {pages} is sent.', { pages: all });
  const values = { number: page + 1, pages: all };
  if (asked !== undefined) return t('Only number {number} of {pages} is sent.', values);
  return head.format === 'tiff'
    ? t('Only number {number} of {pages} is sent; those before it are previews or masks.', values)
    : t('Only number {number} of {pages} is sent; those before it are blank.', values);
}

function channelNote(channel: SingleChannel): string {
  switch (channel) {
    case 'red':
      return t('Only its red channel is sent, as grey.');
    case 'green':
      return t('Only its green channel is sent, as grey.');
    case 'blue':
      return t('Only its blue channel is sent, as grey.');
    case 'luminance':
      return t('Only its luminance is sent, as grey.');
    case 'alpha':
      return t('Only its transparency is sent, as grey: opaque is white.');
    default:
      return t('Only its band {band} is sent, as grey.', { band: bandNumber(channel) ?? '' });
  }
}

type Encoded = EncodedImage & { transparentShare: number; onDark: boolean };

async function encodeOpaque(image: Sharp, options: ImageOptions, small: boolean): Promise<Encoded> {
  return { ...(await encode(image, options, small)), transparentShare: 0, onDark: false };
}

/** By way of the pixels to be sent: decoding a second time to see how much is transparent would cost more. */
async function encodeWithAlpha(image: Sharp, options: ImageOptions): Promise<Encoded> {
  const { data, info } = await image.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
  const pixels = { data, width: info.width, height: info.height, channels: info.channels };
  const onDark = options.background === undefined && (await isWhiteOnNothing(pixels));
  const ground = onDark ? { ...options, background: darkGround } : options;
  return {
    ...(await encode(await openPixels(pixels), ground, isSmall(pixels))),
    transparentShare: await transparentShareOf(pixels),
    onDark,
  };
}

function frameCount({ format }: Head, count: number): string {
  return format === 'tiff' || format === 'heif'
    ? counted(count, '{count} page', '{count} pages')
    : counted(count, '{count} frame', '{count} frames');
}

function unsizedNote({ width, height }: Size): string {
  return t('The SVG states neither size nor viewBox; what it draws is sent at {size}.', {
    size: formatPixels({ width, height }),
  });
}

function reducedNote({ width, height }: Size): string {
  return t('The SVG is drawn {size} large, the most that is drawn.', {
    size: formatPixels({ width, height }),
  });
}
