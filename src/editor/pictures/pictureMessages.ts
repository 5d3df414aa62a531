import { t } from '../../base/l10n.ts';
import { present } from '../../base/present.ts';
import { SightlineError } from '../../base/errors.ts';
import { mappingNote } from '../../images/mapping.ts';
import type { PreparedImage } from '../../images/preparedImage.ts';
import { tiledSize, tileRegions } from '../../images/prepare/tiles.ts';
import type { OpenPage, OpenPicture } from '../../images/view/openPicture.ts';
import type { PictureHostMessage } from '../../protocol/picture.ts';
import { editorHint } from '../remedyButtons.ts';
import { depthText, factsText, removedText, sentFacts } from './factText.ts';

type Message<Type> = Extract<PictureHostMessage, { type: Type }>;

/** Says to a viewer which page is open, and all that is known of it. */
export function openedMessage(
  { picture, page }: { picture: OpenPicture; page: OpenPage },
  { opened, name, band }: { opened: number; name: string; band: number | undefined },
): Message<'opened'> {
  const { facts, samples, channels, notes } = page;
  const { width, height } = samples;
  const grey = band === undefined ? t('Grey') : t('Band {band}', { band });
  const colours = samples.channels <= 2 ? [grey] : ['R', 'G', 'B'];
  return {
    type: 'opened',
    ...{ opened, name, width, height, channels, notes },
    ...present({ bands: facts.bands }),
    pages: facts.readablePages,
    pageWord: facts.pageWord,
    valueNames: samples.channels % 2 === 0 ? [...colours, 'Alpha'] : colours,
    valueKind: isConverted(page) ? convertedKind(page) : depthText(facts),
    isByte: samples.data instanceof Uint8Array && facts.bits <= 8,
    facts: factsText(facts, { name, byteLength: picture.file.bytes.byteLength }),
  };
}

/** Whether the samples are other numbers than those in the file: CMYK and Lab are, and what has a colour profile. */
function isConverted({ facts: { carried, colours, space } }: OpenPage): boolean {
  return carried.profile !== undefined || colours !== undefined || /cmyk|lab/.test(space);
}

function convertedKind({ facts, samples }: OpenPage): string {
  return samples.data instanceof Uint8Array
    ? t('as sRGB')
    : t('{depth}, as sRGB', { depth: depthText(facts) });
}

/** What was sent of a picture, as a viewer shows it: the very JPEG, what it is, and what of the original is not in it. */
export function sentMessage(name: string, picture: PreparedImage): Message<'sent'> {
  const { width, height, dataUrl, mapping, tiles } = picture;
  // What is said as a fact is not said as a note again.
  const notes = picture.notes.filter(note => mapping === undefined || note !== mappingNote(mapping));
  return {
    type: 'sent',
    ...{ name, width, height, dataUrl, notes },
    facts: sentFacts(picture),
    removed: removedText(picture),
    ...(tiles === undefined ? {} : { tiles: cropsOf(tiles, picture) }),
  };
}

function cropsOf(
  { across, down, dataUrls, cutFrom }: NonNullable<PreparedImage['tiles']>,
  { original }: PreparedImage,
): Message<'sent'>['tiles'] {
  const size = cutFrom ?? tiledSize(original);
  const regions = tileRegions({ across, down }, size);
  return {
    across,
    ...size,
    crops: regions.flatMap((region, at) => {
      const dataUrl = dataUrls[at];
      return dataUrl === undefined ? [] : [{ ...region, dataUrl }];
    }),
  };
}

/** How a failure is shown in a viewer. */
export function pictureFailure(error: unknown): Message<'failed'> {
  if (!(error instanceof SightlineError))
    return {
      type: 'failed',
      message: t('An internal error occurred. See the log for details.'),
      remedy: 'retry',
    };
  const { message, code } = error;
  const hint = editorHint(error);
  return {
    type: 'failed',
    message,
    ...present({ hint }),
    remedy: code === 'untrusted' ? 'trust' : 'retry',
  };
}
