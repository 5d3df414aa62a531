import { formatNumber } from '../../base/format.ts';
import { chooseFrame } from '../open/chooseFrame.ts';
import { readHead } from '../open/decode.ts';
import { endingNotes } from '../open/fileFormat.ts';
import { chooseMapping } from '../mapping.ts';
import { measureMapping } from '../tone/measureMapping.ts';
import { type Head, isIcon, openFile, type OpenedFile } from '../open/openFile.ts';
import type { MappingMode, ToneMapping } from '../preparedImage.ts';
import { checkBytes, type FileBytes } from '../open/readFile.ts';
import { spreadValues } from '../spreadValues.ts';
import { withFallback } from '../open/withFallback.ts';
import { pictureFacts, type PictureFacts } from './pictureFacts.ts';
import { readSamples, type Samples } from './samples.ts';

/** A picture file that a person looks at; its pages are read one at a time. */
export interface OpenPicture {
  file: FileBytes;
  opened: OpenedFile;
}

/** A page that a person looks at. */
export interface OpenPage {
  facts: PictureFacts;
  samples: Samples;
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
  return withFallback(file, async opened => {
    const picture = { file, opened };
    return { picture, page: await readPage(picture, opened, 0) };
  });
}

/** The page, from 0, that is sent where none is asked for. */
export async function pageAsSent({ opened }: OpenPicture): Promise<number> {
  const head = await readHead(opened);
  const { pages = 1 } = head;
  return pages === 1 ? 0 : chooseFrame(opened, head, pages);
}

/** Reads another page, from 0. */
export async function openPage(picture: OpenPicture, page: number): Promise<OpenPage> {
  // A decoder of icons is asked for the one that is wanted; sharp finds the page by itself.
  const inside = isIcon(picture.opened);
  const opened = inside ? await openFile(picture.file, undefined, page) : picture.opened;
  return readPage(picture, opened, inside ? 0 : page);
}

async function readPage({ file }: OpenPicture, opened: OpenedFile, page: number): Promise<OpenPage> {
  const head = await readHead(opened, page);
  const samples = await readSamples(opened, head, page);
  const facts = pictureFacts(opened, head, file.bytes);
  return {
    facts,
    samples,
    notes: [
      ...endingNotes(file.label, file.bytes),
      ...opened.notes,
      ...(head.format === 'svg'
        ? [`It is drawn here ${formatNumber(samples.width)} × ${formatNumber(samples.height)} pixels large.`]
        : []),
      ...notesOf(facts, samples),
    ],
    mapping: mode => mappingOf({ opened, head, page, samples }, mode),
  };
}

const damageNotes = {
  none: [],
  harmed: ['The file is damaged; parts of the image may look wrong.'],
  cut: ['The file is truncated; the missing part of the image is grey or black.'],
};

function notesOf({ pages, readablePages, pageWord }: PictureFacts, { step, damage }: Samples): string[] {
  return [
    ...damageNotes[damage],
    ...(step === 1
      ? []
      : [`The image is too large to be held whole: every ${step}th pixel of each row and column is shown.`]),
    ...(pages > readablePages ? [`Of its ${pages} ${pageWord}s only the first can be shown.`] : []),
  ];
}

async function mappingOf(
  { opened, head, page, samples }: { opened: OpenedFile; head: Head; page: number; samples: Samples },
  mode: MappingMode,
): Promise<ToneMapping> {
  const measured = await measureMapping(opened, head, mode, page).catch(() => undefined);
  if (measured !== undefined) return measured;
  const { white } = samples;
  const whole: ToneMapping = { kind: 'full', low: 0, high: white ?? 1 };
  if (white !== undefined && mode !== 'window') return whole;
  return chooseMapping(spreadValues(samples), mode, white === undefined ? {} : { white }) ?? whole;
}
