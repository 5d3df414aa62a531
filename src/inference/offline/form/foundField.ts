import type { Code, Face, TextLine, Thing } from '../../../recognition/findings.ts';
import type { ImageKind } from '../../../recognition/imageKind.ts';
import { isQuotable, type Stated } from '../../../recognition/stated.ts';
import {
  alternativeText,
  captionSentences,
  countOf,
  groupsWithFaces,
  type CaptionOptions,
} from '../../../recognition/words/caption.ts';
import { whereabouts } from '../../../recognition/words/whereabouts.ts';
import { subjectsOf, type Subject } from '../questions/thingNames.ts';
import { namesFor, plainName, type Known, type Knows } from './known.ts';

/** What was found in an image, and how it is spoken of. */
export interface Found {
  stated: Stated;
  caption: CaptionOptions;
  /** What there is to say instead of a caption where there is nothing but a colour. */
  plain?: string | undefined;
}

/** What was found of a field by its name, in any spelling; `undefined` where recognition does not tell. */
export function foundField(name: string, found: Found): Known | undefined {
  return fields[plainName(name)]?.(found) ?? counted(name, found);
}

const caption = ({ stated, caption: options, plain }: Found): Known => ({
  sentences: plain === undefined ? captionSentences(stated, { ...options, certain: true }) : [plain],
});
const alternative = ({ stated, caption: options, plain }: Found): Known => ({
  words: [plain ?? alternativeText(stated, options)],
});
const things = ({ stated }: Found): Known => {
  const all = sureThings(stated);
  return {
    ...several(all.map(one => thingFields(one, stated))),
    kinds: kindFields(stated),
    list: labelsOf(stated),
  };
};
const text = ({ stated: { lines } }: Found): Known => ({
  flag: lines.length > 0,
  lines: lines.map(({ text: words }) => words),
  each: lines.map(lineFields),
});
const faces = ({ stated }: Found): Known => several(stated.faces.map(one => faceFields(one, stated)));
const codes = ({ stated }: Found): Known => ({
  ...several(stated.codes.map(codeFields)),
  list: stated.codes.map(({ text: held }) => held),
});
const people = (found: Found): Known => ofSubject(person, found) ?? {};
const kind = ({ caption: { kind: own } }: Found): Known | undefined =>
  own === 'unclear' ? undefined : { words: kindNames[own] };
const main = ({ stated }: Found): Known | undefined => {
  const [label] = labelsOf(stated);
  return label === undefined ? undefined : { words: [label] };
};
const total = ({ stated }: Found): Known => ({ number: sureThings(stated).length });

const fields: Record<string, (found: Found) => Known | undefined> = {
  ...namesFor(caption, 'caption', 'title', 'summary', 'shortdescription'),
  ...namesFor(alternative, 'alt', 'alttext', 'alternativetext'),
  ...namesFor(
    things,
    'objects',
    'things',
    'detections',
    'items',
    'entities',
    'boxes',
    'annotations',
    'labels',
  ),
  ...namesFor(
    text,
    'text',
    'ocr',
    'ocrtext',
    'transcription',
    'visibletext',
    'textcontent',
    'textinimage',
    'texts',
  ),
  ...namesFor(text, 'lines', 'textlines', 'hastext', 'containstext', 'istext', 'fulltext', 'extractedtext'),
  ...namesFor(faces, 'faces', 'face', 'hasfaces', 'hasface', 'facecount', 'numfaces', 'numberoffaces'),
  ...namesFor(
    codes,
    'codes',
    'qrcodes',
    'barcodes',
    'qrcode',
    'barcode',
    'hasqrcode',
    'hasbarcode',
    'hascode',
  ),
  ...namesFor(
    people,
    'people',
    'persons',
    'haspeople',
    'hasperson',
    'peoplecount',
    'personcount',
    'numpeople',
  ),
  ...namesFor(people, 'numberofpeople', 'containspeople', 'haspersons', 'hashumans'),
  ...namesFor(kind, 'kind', 'imagetype', 'medium', 'imagekind'),
  ...namesFor(main, 'class', 'label', 'category', 'subject', 'mainobject', 'mainsubject', 'object'),
  ...namesFor(total, 'count', 'objectcount', 'numobjects', 'numberofobjects', 'total'),
};

/** A kind of image in the words of forms. */
export const kindNames: Record<Exclude<ImageKind, 'unclear'>, readonly string[]> = {
  photo: ['photo', 'photograph'],
  drawing: ['drawing', 'illustration', 'graphic'],
  screenshot: ['screenshot', 'screen'],
  diagram: ['diagram', 'chart', 'graph', 'drawing', 'illustration'],
  page: ['page', 'document', 'page of text', 'text', 'scan'],
  map: ['map', 'heatmap', 'map of values', 'chart'],
};

/** Labels that are stated, what stands out most first. */
export function labelsOf(stated: Stated): string[] {
  return groupsWithFaces(stated)
    .filter(group => countOf(group, stated.faces.length) > 0)
    .map(({ label }) => label);
}

/** What stands around a kind of thing in a field's name. */
const around = new Set([
  'has',
  'have',
  'contains',
  'contain',
  'is',
  'are',
  'any',
  'num',
  'number',
  'of',
  'count',
  'n',
  'there',
  'a',
  'an',
]);
const [asking, counting] = [
  new Set(['present', 'visible', 'detected', 'found']),
  new Set(['total', 'counts']),
];

/** A field that asks for things of a kind by its name: `dogs`, `has_cat`, `num_cars`, `bicycle_count`. */
function counted(name: string, found: Found): Known | undefined {
  const words = name
    .slice(0, 100)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(word => word !== '');
  const { subjects, rest } = subjectsOf(words);
  const [subject, ...others] = subjects;
  const isPlain = rest.every(word => around.has(word) || asking.has(word) || counting.has(word));
  return subject === undefined || others.length > 0 || !isPlain ? undefined : ofSubject(subject, found);
}

const person: Subject = { labels: ['person'], word: 'person' };

/** Things of a kind. Whether one is there is not known where it is only perhaps there, or asked for more than is told. */
function ofSubject({ labels, untold }: Subject, { stated }: Found): Known | undefined {
  if (untold !== undefined || labels.length === 0) return undefined;
  const groups = groupsWithFaces(stated).filter(({ label }) => labels.includes(label));
  const count = groups.reduce((sum, group) => sum + countOf(group, stated.faces.length), 0);
  const isDoubtful = count === 0 && groups.length > 0;
  const all = groups.flatMap(group => group.stated.map(thing => thingFields(thing, stated)));
  return {
    each: all,
    kinds: kindFields({ ...stated, groups, faces: labels.includes('person') ? stated.faces : [] }),
    list: groups.filter(group => countOf(group, stated.faces.length) > 0).map(({ label }) => label),
    ...(isDoubtful ? {} : { number: count, flag: count > 0 }),
  };
}

function several(each: readonly Knows[]): Known {
  return { each, number: each.length, flag: each.length > 0 };
}

/** Each thing that is stated, in the order of what stands out. */
function sureThings(stated: Stated): Thing[] {
  return groupsWithFaces(stated).flatMap(group => group.stated);
}

function thingFields({ label, score, box }: Thing, stated: Stated): Knows {
  return byName({
    ...namesFor(
      { words: [label] },
      'label',
      'name',
      'class',
      'classname',
      'category',
      'object',
      'kind',
      'type',
    ),
    ...namesFor({ words: [whereabouts(box, stated)] }, 'place', 'position', 'location', 'where'),
    ...scored(score),
    ...boxed(box),
    count: { number: 1 },
  });
}

function faceFields({ score, box }: Face, stated: Stated): Knows {
  return byName({
    ...namesFor({ words: [whereabouts(box, stated)] }, 'place', 'position', 'location', 'where'),
    ...scored(score),
    ...boxed(box),
  });
}

function lineFields({ text: words, score, box, ...line }: TextLine): Knows {
  return byName({
    ...namesFor({ words: [words] }, 'text', 'content', 'line', 'value', 'words', 'string'),
    ...scored(score),
    ...boxed(box),
    legible: { flag: isQuotable({ text: words, score, box, ...line }) },
  });
}

function codeFields({ format, text: held, box }: Code): Knows {
  return byName({
    ...namesFor({ words: [held] }, 'text', 'content', 'value', 'data', 'payload'),
    ...namesFor({ words: [format] }, 'format', 'type', 'kind', 'symbology'),
    ...boxed(box),
  });
}

function scored(score: number): Record<string, Known> {
  return namesFor(
    { number: Math.round(score * 1000) / 1000 },
    'score',
    'confidence',
    'probability',
    'certainty',
  );
}

function boxed(box: Thing['box']): Record<string, Known> {
  const { x, y, width, height } = box;
  const pixels = (value: number): Known => ({ number: Math.round(value) });
  return {
    ...namesFor({ box }, 'box', 'bbox', 'boundingbox', 'bounds', 'rectangle', 'region', 'box2d'),
    ...{ x: pixels(x), y: pixels(y), width: pixels(width), height: pixels(height) },
  };
}

function byName(known: Record<string, Known>): Knows {
  return field => (Object.hasOwn(known, plainName(field)) ? known[plainName(field)] : undefined);
}

/** The kinds of things with how many there are. */
function kindFields(stated: Stated): Knows[] {
  const groups = groupsWithFaces(stated).filter(group => countOf(group, stated.faces.length) > 0);
  return groups.map(group =>
    byName({
      ...namesFor({ words: [group.label] }, 'label', 'name', 'class', 'category', 'object', 'kind', 'type'),
      ...namesFor(
        { number: countOf(group, stated.faces.length) },
        ...['count', 'number', 'quantity', 'amount', 'n'],
      ),
      ...scored(Math.max(...group.stated.map(({ score }) => score))),
    }),
  );
}
