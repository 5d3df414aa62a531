import { formatPixels } from '../../base/localFormat.ts';
import { chooseFrame } from '../open/chooseFrame.ts';
import { harmedNote, readHead } from '../open/decode.ts';
import { endingNotes, fileFormatOf } from '../open/fileFormat.ts';
import { chooseMapping } from '../mapping.ts';
import { measureMapping, probeValues } from '../tone/measureMapping.ts';
import { isIcon, type OpenedFile } from '../open/openedFile.ts';
import { openFile } from '../open/openFile.ts';
import type { Channel, MappingMode, ToneMapping } from '../preparedImage.ts';
import { checkBytes, type FileBytes } from '../open/readFile.ts';
import { spreadValues } from '../spreadValues.ts';
import { withFallback } from '../open/withFallback.ts';
import { bandChannel } from '../bands.ts';
import { channelsOf } from './look.ts';
import { markGaps, type MarkedPage } from './markGaps.ts';
import { pictureFacts, type PictureFacts } from './pictureFacts.ts';
import { readSamples, type Samples } from './samples.ts';
import { t } from '../../base/l10n.ts';

/** A picture file that a person looks at; its pages are read one at a time. */
export interface OpenPicture {
  file: FileBytes;
  opened: OpenedFile;
}

/** A page that a person looks at. */
export interface OpenPage {
  facts: PictureFacts;
  samples: Samples;
  /** As EXIF states it, from 1, which is upright: it has been applied. */
  orientation: number;
  /** What can be shown of it. */
  channels: Channel[];
  /** What the person should know of how it is shown, a sentence each. */
  notes: string[];
  /** Which samples are black and white in one of the modes; `auto` is what is sent. */
  mapping: (mode: MappingMode) => Promise<ToneMapping>;
}

/**
 * Opens a picture file to be looked at, with its first page.
 * @param name what errors call it.
 * @throws {ValueError} as for a picture that is to be sent, save that of a damaged file is shown what there is.
 */
export async function openPicture(
  bytes: Uint8Array,
  name: string,
): Promise<{ picture: OpenPicture; page: OpenPage }> {
  const file = checkBytes(bytes, name);
  return withFallback(
    file,
    async opened => {
      const picture = { file, opened };
      return { picture, page: await readPage(picture, opened, 0) };
    },
    { page: 0 },
  );
}

/** The page, from 0, that is sent where none is asked for. */
export async function pageAsSent({ opened }: OpenPicture): Promise<number> {
  const head = await readHead(opened);
  const pages = opened.pages ?? head.pages ?? 1;
  return pages === 1 ? 0 : chooseFrame(opened, head, pages);
}

/** Reads another page, from 0, or one band of a page, from 1. */
export async function openPage(picture: OpenPicture, page: number, band?: number): Promise<OpenPage> {
  // A decoder of icons is asked for the one that is wanted, and so is ours of TIFF; sharp finds the page by itself.
  const isOpenedAnew = isIcon(picture.opened) || fileFormatOf(picture.file.bytes)?.id === 'tiff';
  const opened = isOpenedAnew ? await openFile(picture.file, { page, band }) : picture.opened;
  return readPage(picture, opened, isIcon(opened) || opened.frame !== undefined ? 0 : page);
}

async function readPage({ file }: OpenPicture, opened: OpenedFile, number: number): Promise<OpenPage> {
  const own = await readHead(opened, number);
  const values = await probeValues(opened, own, number).catch(() => undefined);
  const shown = await markGaps({ file: opened, head: own, page: number }, values, { lenient: true });
  const samples = await readSamples(shown.file, shown.head, shown.page);
  const facts = pictureFacts(opened, own, file.bytes);
  return {
    facts,
    samples,
    orientation: own.orientation ?? 1,
    channels: channelsIn(opened, samples),
    notes: [
      ...endingNotes(file.label, file.bytes),
      ...shown.file.notes,
      ...bandNotes(opened),
      ...(own.format === 'svg' ? [t('It is drawn here {size}.', { size: formatPixels(samples) })] : []),
      ...notesOf(facts, samples),
    ],
    mapping: mode => mappingOf({ ...shown, samples }, mode),
  };
}

/** Which band is shown, where one is shown alone. */
function bandNotes({ bands }: OpenedFile): string[] {
  return bands?.alone === undefined
    ? []
    : [
        t('Band {alone} of its {count} bands is shown, as grey.', {
          alone: String(bands.alone),
          count: String(bands.count),
        }),
      ];
}

/** The channels by which a page can be looked at, whichever of its bands is open. */
function channelsIn({ bands }: OpenedFile, { channels }: Samples): Channel[] {
  if (bands === undefined) return channelsOf(channels);
  const hasAlpha = bands.colours + bands.others.length < bands.count;
  const count = bands.colours + (hasAlpha ? 1 : 0);
  return [...channelsOf(count as Samples['channels']), ...bands.others.map(bandChannel)];
}

const damageNotes = {
  none: () => [],
  harmed: () => [harmedNote()],
  cut: () => [t('The file is truncated; the missing part of the image is grey or black.')],
};

function notesOf({ pages, readablePages, pageWord }: PictureFacts, { step, damage }: Samples): string[] {
  return [
    ...damageNotes[damage](),
    ...(step === 1
      ? []
      : [
          t(
            'The image is too large to be held whole: every {step}th pixel of each row and column is shown.',
            { step: String(step) },
          ),
        ]),
    ...(pages > readablePages ? [onlyFirst(pageWord, pages)] : []),
  ];
}

function onlyFirst(word: PictureFacts['pageWord'], pages: number): string {
  switch (word) {
    case 'page':
      return t('Of its {pages} pages only the first can be shown.', { pages });
    case 'frame':
      return t('Of its {pages} frames only the first can be shown.', { pages });
    case 'picture':
      return t('Of its {pages} pictures only the first can be shown.', { pages });
  }
}

async function mappingOf(
  { file, head, page, samples }: MarkedPage & { samples: Samples },
  mode: MappingMode,
): Promise<ToneMapping> {
  const measured = await measureMapping(file, head, mode, page).catch(() => undefined);
  if (measured !== undefined) return measured;
  const { white } = samples;
  const whole: ToneMapping = { kind: 'full', low: 0, high: white ?? 1 };
  if (white !== undefined && mode !== 'window') return whole;
  return chooseMapping(spreadValues(samples), mode, white === undefined ? {} : { white }) ?? whole;
}
