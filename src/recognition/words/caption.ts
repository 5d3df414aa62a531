import { plural } from '../../base/format.ts';
import { isEmpty, isQuotable, type Stated, type ThingGroup } from '../stated.ts';
import type { ImageKind } from '../imageKind.ts';
import type { TextLine, Thing } from '../findings.ts';
import { capital, countWord, labelWord, listed, oneOf } from './labels.ts';
import { quotation, type WrittenFor } from './quotation.ts';
import { whereabouts } from './whereabouts.ts';

/** How a caption is written. */
export interface CaptionOptions {
  kind: ImageKind;
  writtenFor: WrittenFor;
  /** The two main colours, or one: said where no thing is. */
  colours?: readonly string[];
  /** Only what is certain: nothing with a "perhaps". */
  certain?: boolean;
}

/** How an image is spoken of. */
export const kindWords: Record<ImageKind, string> = {
  photo: 'a photo',
  screenshot: 'a screenshot',
  drawing: 'a drawing',
  diagram: 'a diagram or chart',
  page: 'a page of text',
  map: 'a map of values in false colours',
  unclear: 'an image',
};

/** Quotations of a caption, and kinds of things that it names. */
const [mostQuotations, mostGroups] = [3, 6];

/** What a person would say first: kind of image, things, faces. It needs no text yet, where `kind` is known. */
export function thingsSentence(stated: Stated, options: CaptionOptions): string {
  const { kind, colours = [], certain = false } = options;
  const sure = sureParts(stated);
  const perhaps = certain ? [] : hedgedParts(stated);
  const head = capital(kindWords[kind]);
  const faces = stated.faces.length === 0 ? '' : `; ${facesPhrase(stated.faces.length)}`;
  if (sure.length > 0)
    return `${head} of ${listed(sure)}${perhaps.length === 0 ? '' : `, and perhaps ${listed(perhaps)}`}${faces}.`;
  if (perhaps.length > 0) return `${head}, perhaps of ${listed(perhaps)}${faces}.`;
  return `${head}${colours.length === 0 ? '' : `, mostly ${listed(colours)}`}.`;
}

/** The same for a page of text, which is told by its lines. */
function pageSentence({ lines }: Stated, { writtenFor }: CaptionOptions): string {
  const first = lines.find(isQuotable);
  const head = `A page of text with ${plural(lines.length, 'line')}`;
  return first === undefined ? `${head}.` : `${head}, beginning ${ended(quotation(first.text, writtenFor))}`;
}

/** What is added once the text has been read: text and codes, a sentence each; and that nothing was found, where that is true. */
export function textSentences(stated: Stated, options: CaptionOptions): string[] {
  return [
    ...textSentence(stated.lines, options.writtenFor),
    ...codeSentences(stated, options),
    ...(isEmpty(stated) && options.kind === 'photo' ? [nothingFound] : []),
  ];
}

function codeSentences({ codes }: Stated, { writtenFor }: CaptionOptions): string[] {
  const found = codes
    .slice(0, mostQuotations)
    .map(
      ({ format, text: held }) => `${capital(codeWord(format))} holds ${ended(quotation(held, writtenFor))}`,
    );
  const more = codes.length > mostQuotations ? [`There are ${plural(codes.length, 'code')}.`] : [];
  return [...found, ...more];
}

/** True of an image in which none of them was found; "it shows nothing" would not be. */
const nothingFound = 'None of the 80 kinds of objects that can be recognized offline were found.';

/** A caption of one to three sentences. */
export function captionSentences(stated: Stated, options: CaptionOptions): string[] {
  const { kind, writtenFor } = options;
  const { lines, groups, faces } = stated;
  // What programs draw is told by its text, where nothing else stands out.
  const isAllText = kind !== 'photo' && groups.length + faces.length === 0 && lines.length > 0;
  if (kind !== 'page' && !isAllText)
    return [thingsSentence(stated, options), ...textSentences(stated, options)];
  const first =
    kind === 'page'
      ? pageSentence(stated, options)
      : `${capital(kindWords[kind])} with ${ended(textPhrase(lines, writtenFor))}`;
  return [first, ...codeSentences(stated, options)];
}

/** A text of fewer characters than `limit` that stands for the image: what is certain, as much of it as fits. */
export function alternativeText(stated: Stated, options: CaptionOptions, limit = 125): string {
  const sentences = captionSentences(stated, { ...options, certain: true, writtenFor: 'plain' });
  const fitting = sentences.map((_, at) => sentences.slice(0, at + 1).join(' '));
  const whole = fitting.findLast(text => text.length < limit);
  if (whole !== undefined) return whole;
  const parts = sureParts(stated);
  const head = capital(kindWords[options.kind]);
  const fewer = parts.map((_, at) => `${head} of ${listed(parts.slice(0, at + 1))}.`);
  return fewer.findLast(text => text.length < limit) ?? `${head}.`;
}

/** `one face is visible`. */
export function facesPhrase(count: number): string {
  return `${countWord(count)} ${count === 1 ? 'face is' : 'faces are'} visible`;
}

/** How many people are at least there: as many as are stated, or as there are faces. */
export function countOf(group: ThingGroup, faces: number): number {
  return Math.max(group.stated.length, group.label === 'person' ? faces : 0);
}

/** The groups of an image with its faces, which belong to people even where the detector saw none. */
export function groupsWithFaces({ groups, faces }: Stated): ThingGroup[] {
  if (faces.length === 0 || groups.some(({ label }) => label === 'person')) return groups;
  const people: Thing[] = faces.map(({ score, box }) => ({ label: 'person', score, box }));
  return [...groups, { label: 'person', stated: people, hedged: [] }];
}

/** `two dogs`, `at least one car`, `a cat on the left`; `undefined` where none is stated. */
export function groupPhrase(group: ThingGroup, stated: Stated, placed = true): string | undefined {
  const count = countOf(group, stated.faces.length);
  if (count === 0) return undefined;
  const isAll = group.stated.length + group.hedged.length <= count;
  const [only] = [...group.stated, ...group.hedged];
  if (count === 1 && isAll && only !== undefined)
    return placed ? `${oneOf(group.label)} ${whereabouts(only.box, stated)}` : oneOf(group.label);
  return `${isAll ? '' : 'at least '}${countWord(count)} ${labelWord(group.label, count)}`;
}

function sureParts(stated: Stated): string[] {
  const groups = groupsWithFaces(stated).filter(group => countOf(group, stated.faces.length) > 0);
  return groups
    .slice(0, mostGroups)
    .flatMap(group => groupPhrase(group, stated, !isAlone(groups, stated)) ?? []);
}

/** A thing in the middle of an image of nothing else needs no place. */
function isAlone([group, ...others]: readonly ThingGroup[], stated: Stated): boolean {
  const [thing] = group?.stated ?? [];
  return (
    others.length === 0 &&
    stated.groups.length <= 1 &&
    thing !== undefined &&
    whereabouts(thing.box, stated) === 'in the middle'
  );
}

function hedgedParts(stated: Stated): string[] {
  return stated.groups
    .filter(group => countOf(group, stated.faces.length) === 0)
    .slice(0, mostGroups)
    .map(group => hedgedPhrase(group, stated));
}

/** `a cat on the right`, `boats`: things that are perhaps there. */
export function hedgedPhrase({ label, hedged: [first, ...more] }: ThingGroup, stated: Stated): string {
  return first !== undefined && more.length === 0
    ? `${oneOf(label)} ${whereabouts(first.box, stated)}`
    : labelWord(label, 2);
}

/** What can be read, the largest of it quoted as it stands. */
export function textSentence(lines: readonly TextLine[], writtenFor: WrittenFor): string[] {
  if (lines.length === 0) return [];
  const quoted = largestLines(lines);
  return quoted.length === lines.length
    ? [`The text reads ${ended(quotations(quoted, writtenFor))}`]
    : [`It has ${ended(textPhrase(lines, writtenFor))}`];
}

/** `5 lines of text, including “STOP”`. */
function textPhrase(lines: readonly TextLine[], writtenFor: WrittenFor): string {
  const quoted = largestLines(lines);
  if (quoted.length === 0) return 'text that could not be read reliably';
  const read = quotations(quoted, writtenFor);
  return quoted.length === lines.length
    ? `the text ${read}`
    : `${plural(lines.length, 'line')} of text, including ${read}`;
}

function quotations(lines: readonly TextLine[], writtenFor: WrittenFor): string {
  return listed(lines.map(({ text }) => quotation(text, writtenFor)));
}

/** The lines that stand out most, in reading order. */
function largestLines(lines: readonly TextLine[]): TextLine[] {
  const size = ({ text, lineHeight }: TextLine): number => lineHeight * Math.sqrt(text.length);
  const largest = new Set(
    lines
      .filter(line => isQuotable(line) && line.text.length > 1)
      .sort((one, other) => size(other) - size(one))
      .slice(0, mostQuotations),
  );
  return lines.filter(line => largest.has(line));
}

/** A code with its article, as people call it. */
export function codeWord(format: string): string {
  if (/qr/i.test(format)) return 'a QR code';
  const word = /^[\w /-]{1,30}$/.test(format) ? format : 'unknown';
  return /data ?matrix|aztec|pdf ?417|maxicode/i.test(word) ? `a code (${word})` : `a barcode (${word})`;
}

/** The full stop goes within the last quotation mark's sentence, never twice. */
function ended(words: string): string {
  return /[.!?…]”$/.test(words) ? words : `${words}.`;
}
