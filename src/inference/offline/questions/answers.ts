import { formatPercent, plural } from '../../../base/format.ts';
import type { ImageKind } from '../../../recognition/imageKind.ts';
import type { Box } from '../../../recognition/findings.ts';
import type { Stated, ThingGroup } from '../../../recognition/stated.ts';
import {
  codeWord,
  countOf,
  facesPhrase,
  groupPhrase,
  groupsWithFaces,
  hedgedPhrase,
  kindWords,
  textSentence,
} from '../../../recognition/words/caption.ts';
import { capital, countWord, labelWord, listed, oneOf } from '../../../recognition/words/labels.ts';
import { inertText, quotation, type WrittenFor } from '../../../recognition/words/quotation.ts';
import { whereabouts } from '../../../recognition/words/whereabouts.ts';
import { coloursWithin } from '../coloursWithin.ts';
import type { Measures } from '../measure.ts';
import { lightSentence, pictureReport, shapeAndSize, sharpnessSentence } from '../pictureReport.ts';
import type { MeasuredPicture } from '../pixels.ts';
import type { Question } from './readQuestions.ts';
import { everything, faces as faceSubject, type Subject } from './thingNames.ts';

/** What is known of an image. */
export interface Known {
  kind: ImageKind;
  stated: Stated;
  measures: Measures;
  picture: MeasuredPicture;
  writtenFor: WrittenFor;
  /** The image in one to three sentences. */
  caption: () => string;
}

/** Lines and characters of text that are given back. */
const [mostLines, mostCharacters] = [300, 20_000];
/** Places that are told one by one, and codes. */
const [mostPlaces, mostCodes] = [8, 10];

/** The answer to one question, as far as findings and measures reach; else a sentence that says what is missing. */
export function answerTo(question: Question, known: Known): string {
  const { measures, stated, kind, writtenFor } = known;
  switch (question.ask) {
    case 'describe':
      return known.caption();
    case 'measure':
      return pictureReport(measures);
    case 'list':
      return isThere(everything, known, { which: true });
    case 'count':
      return question.subjects.map(subject => howMany(subject, known)).join(' ');
    case 'isThere':
      return question.subjects.map(subject => isThere(subject, known, question)).join(' ');
    case 'where':
      return question.subjects.map(subject => whereIs(subject, known)).join(' ');
    case 'read':
      return wholeText(known);
    case 'hasText':
      return stated.lines.length === 0
        ? noText
        : ['Yes.', ...textSentence(stated.lines, writtenFor)].join(' ');
    case 'says':
      return says(question.words, known);
    case 'codes':
      return codes(known);
    case 'colour':
      return colour(question.subjects, known);
    case 'kind':
      return kind === 'unclear' ? 'What kind of image it is cannot be told.' : `It is ${kindWords[kind]}.`;
    case 'isKind':
      if (kind === 'unclear') return 'What kind of image it is cannot be told.';
      return kind === question.kind
        ? `Yes, it is ${kindWords[kind]}.`
        : `No, it looks like ${kindWords[kind]}.`;
    case 'light':
      return lightSentence(measures);
    case 'sharpness':
      return sharpnessSentence(measures);
    case 'size':
      return shapeAndSize(measures);
    case 'unknownThing':
    case 'aboutPeople':
    case 'notEnglish':
    case 'otherLanguage':
    case 'beyond':
      return beyond(question);
  }
}

/** What cannot be told, in one sentence. */
export function beyond(question: Question): string {
  if (question.ask === 'unknownThing')
    return `${question.word === undefined ? 'What is asked for' : `“${question.word}”`} is not among the 80 kinds of objects that can be recognized offline.`;
  if (question.ask === 'aboutPeople')
    return 'People are counted, but not identified, and nothing is said about their age, sex or mood.';
  if (question.ask === 'notEnglish') return 'Offline, only questions in English are understood.';
  if (question.ask === 'otherLanguage') return 'Offline, answers are in English only.';
  return 'This takes a vision model: offline, only objects of 80 kinds, faces, text, codes and colours are recognized.';
}

const noText = 'No text was recognized.';

/** The things of a subject, those that are there and those that perhaps are. */
function groupsOf({ labels }: Subject, { stated }: Known): ThingGroup[] {
  return groupsWithFaces(stated).filter(({ label }) => labels.includes(label));
}

function untoldOf({ untold }: Subject): string {
  return untold === undefined ? '' : ` Nothing is said about ${untold}.`;
}

/** As many as there are for sure, of a family together: `two dogs and a cat`. */
function surePhrases(subject: Subject, known: Known, placed: boolean): string[] {
  return groupsOf(subject, known).flatMap(group => groupPhrase(group, known.stated, placed) ?? []);
}

function perhapsPhrases(subject: Subject, known: Known): string[] {
  return groupsOf(subject, known)
    .filter(group => countOf(group, known.stated.faces.length) === 0)
    .map(group => hedgedPhrase(group, known.stated));
}

function howMany(subject: Subject, known: Known): string {
  const { stated } = known;
  if (subject === faceSubject) return facesSentence(known);
  const groups = groupsOf(subject, known);
  const [only, ...others] = groups.filter(group => countOf(group, stated.faces.length) > 0);
  if (only === undefined) return noneOf(subject, known);
  const phrase = (group: ThingGroup): string => numbered(group, stated);
  const isPlural = countOf(only, stated.faces.length) > 1;
  return `There ${isPlural ? 'are' : 'is'} ${listed([only, ...others].map(phrase))}.${untoldOf(subject)}`;
}

/** `one dog`, `at least two people`. */
function numbered(group: ThingGroup, stated: Stated): string {
  const count = countOf(group, stated.faces.length);
  const isAll = group.stated.length + group.hedged.length <= count;
  return `${isAll ? '' : 'at least '}${countWord(count)} ${labelWord(group.label, count)}`;
}

function noneOf(subject: Subject, known: Known): string {
  const perhaps = perhapsPhrases(subject, known);
  if (perhaps.length > 0)
    return `There may be ${listed(perhaps)}, but it is not certain.${untoldOf(subject)}`;
  const word = subject.labels.length === 1 ? labelWord(subject.labels[0] ?? '', 2) : `${subject.word}s`;
  const plain = subject.word === 'furniture' || subject.word === 'food' ? subject.word : word;
  if (subject === everything)
    return 'None of the 80 kinds of objects that can be recognized offline were found.';
  return `No ${plain} ${plain === subject.word ? 'was' : 'were'} recognized.`;
}

function facesSentence({ stated: { faces } }: Known): string {
  return faces.length === 0 ? 'No faces were recognized.' : `${capital(facesPhrase(faces.length))}.`;
}

function isThere(
  subject: Subject,
  known: Known,
  { which, untold }: { which?: boolean; untold?: string },
): string {
  if (subject === faceSubject)
    return `${known.stated.faces.length > 0 ? 'Yes. ' : ''}${facesSentence(known)}`;
  const sure = surePhrases(subject, known, true);
  if (sure.length === 0) return noneOf(subject, known);
  const perhaps = perhapsPhrases(subject, known);
  const there =
    `there ${/^an? /.test(sure[0] ?? '') ? 'is' : 'are'} ${listed(sure)}` +
    `${perhaps.length === 0 ? '' : `, and perhaps ${listed(perhaps)}`}.`;
  const beside = untold === undefined ? '' : ` Whether “${untold}” fits cannot be told offline.`;
  return `${which === true ? capital(there) : `Yes, ${there}`}${untoldOf(subject)}${beside}`;
}

function whereIs(subject: Subject, known: Known): string {
  if (subject === faceSubject)
    return known.stated.faces.length === 0
      ? facesSentence(known)
      : placesOf(
          'face',
          'faces',
          known.stated.faces.map(({ box }) => box),
          known,
        );
  const groups = groupsOf(subject, known);
  const sure = groups.filter(group => countOf(group, known.stated.faces.length) > 0);
  if (sure.length === 0) return noneOf(subject, known);
  return sure
    .map(({ label, stated }) =>
      placesOf(
        labelWord(label, 1),
        labelWord(label, 2),
        stated.map(({ box }) => box),
        known,
      ),
    )
    .join(' ');
}

/** `The bus is in the middle.`, `Three dogs: two on the left, one at the bottom.` */
function placesOf(one: string, many: string, boxes: readonly Box[], { stated }: Known): string {
  const [only, ...others] = boxes;
  if (only === undefined) return `Where the ${one} is cannot be told.`;
  if (others.length === 0) {
    const place = whereabouts(only, stated);
    return `The ${one} is ${place.startsWith('filling') ? 'filling most of the image' : place}.`;
  }
  const counts = new Map<string, number>();
  for (const box of boxes) {
    const place = whereabouts(box, stated);
    counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  const places = [...counts].slice(0, mostPlaces).map(([place, count]) => `${countWord(count)} ${place}`);
  return `${capital(countWord(boxes.length))} ${many}: ${listed(places)}.`;
}

/** All that was read, line by line. */
function wholeText({ stated: { lines }, writtenFor }: Known): string {
  if (lines.length === 0) return noText;
  const kept: string[] = [];
  let length = 0;
  for (const { text } of lines.slice(0, mostLines)) {
    length += text.length;
    if (length > mostCharacters) break;
    kept.push(inertText(text, writtenFor));
  }
  const left = lines.length - kept.length;
  // Two blanks at the end of a line keep the break in Markdown.
  return [...kept, ...(left > 0 ? [`(${plural(left, 'more line')})`] : [])].join(
    writtenFor === 'markdown' ? '  \n' : '\n',
  );
}

function says(words: string, { stated: { lines }, writtenFor }: Known): string {
  const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
  const wanted = plain(words);
  const isThere = wanted !== '' && plain(lines.map(({ text }) => text).join('')).includes(wanted);
  const quoted = quotation(words, writtenFor);
  return isThere ? `Yes, the text includes ${quoted}.` : `No text ${quoted} was recognized.`;
}

function codes({ stated: { codes: found }, writtenFor }: Known): string {
  if (found.length === 0) return 'No QR code or barcode was recognized.';
  return found
    .slice(0, mostCodes)
    .map(
      ({ format, text }) => `${capital(codeWord(format))} holds ${quotation(text, writtenFor, longestCode)}.`,
    )
    .join(' ');
}

/** Characters of a code that are given back where it is asked for. */
const longestCode = 2000;

function colour(subjects: readonly Subject[], known: Known): string {
  const { measures, picture, stated } = known;
  if (subjects.length === 0) {
    const all = measures.colours.map(({ name, share }) => `${name} (${formatPercent(share)})`);
    return all.length === 0 ? 'Nothing in the image is visible.' : `The main colours are ${listed(all)}.`;
  }
  return subjects
    .map(subject => {
      const [group] = groupsOf(subject, known).filter(({ stated: sure }) => sure.length > 0);
      const box = group?.stated[0]?.box;
      if (group === undefined || box === undefined) return noneOf(subject, known);
      const names = coloursWithin(box, stated, picture.detail);
      const which =
        group.stated.length > 1
          ? `${oneOf(group.label)}, the surest of ${countWord(group.stated.length)},`
          : `the ${labelWord(group.label, 1)}`;
      return `${capital(which)} is mostly ${listed(names)}, measured in the middle of its box.`;
    })
    .join(' ');
}
