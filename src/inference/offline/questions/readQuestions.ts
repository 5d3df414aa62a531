import type { ImageKind } from '../../../recognition/imageKind.ts';
import { begins, clausesOf, has, type Clause } from './clauses.ts';
import { isEnglish, languageAskedFor } from './languages.ts';
import { everything, subjectsOf, type Subject } from './thingNames.ts';

/** What is asked of an image. */
export type Question =
  | {
      ask:
        | 'describe'
        | 'list'
        | 'measure'
        | 'read'
        | 'hasText'
        | 'codes'
        | 'kind'
        | 'light'
        | 'sharpness'
        | 'size';
    }
  | { ask: 'count' | 'where'; subjects: readonly Subject[] }
  /** `which`: asked for what there is; `untold`: what is asked of it beside, which cannot be told. */
  | { ask: 'isThere'; subjects: readonly Subject[]; which?: boolean; untold?: string }
  /** Of the image, where there are no subjects. */
  | { ask: 'colour'; subjects: readonly Subject[] }
  | { ask: 'isKind'; kind: ImageKind }
  /** Whether these words stand in it. */
  | { ask: 'says'; words: string }
  /** A thing that is none of the 80 kinds; `word` where it is a single one. */
  | { ask: 'unknownThing'; word?: string }
  /** Who people are, their age, sex or mood. */
  | { ask: 'aboutPeople' }
  | { ask: 'beyond' | 'notEnglish' | 'otherLanguage' };

/** What a prompt asks: each thing once, in its order. A prompt that says nothing asks for a description. */
export function readQuestions(prompt: string): Question[] {
  const clauses = clausesOf(prompt);
  if (clauses.length === 0) return [{ ask: 'describe' }];
  const quoted = quotedWords(prompt);
  const read = clauses.map(clause => readClause(clause, quoted));
  const questions = read.filter((one, at) => read.findIndex(other => isSame(one, other)) === at);
  if (questions.every(({ ask }) => ask === 'beyond' || ask === 'unknownThing') && !isEnglish(clauses.flat()))
    return [{ ask: 'notEnglish' }];
  const more: Question[] = languageAskedFor(clauses) ? [{ ask: 'otherLanguage' }] : [];
  // Around a wish for a description stand wishes for its style; they are no questions.
  if (questions.some(({ ask }) => ask === 'describe'))
    return [...questions.filter(({ ask }) => ask !== 'beyond' && ask !== 'unknownThing'), ...more];
  return [...questions, ...more];
}

function isSame(one: Question, other: Question): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function readClause(clause: Clause, quoted: string | undefined): Question {
  const { subjects, rest } = subjectsOf(clause);
  if (has(clause, 'measure', 'measures', 'measurement', 'measurements')) return { ask: 'measure' };
  if (has(clause, 'qr', 'qrcode', 'barcode', 'barcodes', 'bar code', 'bar codes', 'data matrix'))
    return { ask: 'codes' };
  if (quoted !== undefined && has(clause, ...saying, 'word', 'words', 'contain', 'there'))
    return { ask: 'says', words: quoted };
  if (isDescribe(clause)) return { ask: 'describe' };
  if (has(clause, 'how many', 'count', 'number of', 'amount of')) return countOf(clause, subjects, rest);
  if (isReading(clause)) return { ask: has(clause, ...presence) ? 'hasText' : 'read' };
  if (has(clause, ...peopleWords) || begins(clause, 'who')) return { ask: 'aboutPeople' };
  if (has(clause, 'color', 'colors', 'colour', 'colours', 'coloured', 'colored'))
    return { ask: 'colour', subjects: subjects.filter(({ labels }) => labels.length === 1) };
  if (subjects.length > 0 && begins(clause, ...whatIsIt) && !subjects.includes(everything))
    return { ask: 'beyond' };
  if (
    has(
      clause,
      'where',
      'locate',
      'on the left',
      'on the right',
      'at the top',
      'at the bottom',
      'in the middle',
      'location of',
      'position of',
      'which side',
    ) &&
    subjects.length > 0
  )
    return { ask: 'where', subjects };
  const kind = kindAskedFor(clause);
  if (kind !== undefined) return kind;
  const measured = measureAskedFor(clause, subjects);
  if (measured !== undefined) return measured;
  return presenceOf(clause, subjects, rest);
}

const saying = ['say', 'says', 'saying', 'read', 'reads', 'written', 'writing'];

/** Questions for whether something is there. */
const presence = [
  ...[
    'is there',
    'are there',
    'any',
    'do you see',
    'can you see',
    'can you find',
    'contain',
    'contains',
    'has',
  ],
  ...['have', 'show', 'shows', 'include', 'includes', 'visible', 'detect', 'find', 'see', 'present', 'spot'],
];

const describing = [
  ...['describe', 'caption', 'describing', 'description', 'summarize', 'summarise', 'summary', 'alt text'],
  ...[
    'alternative text',
    'title',
    'tell me about',
    'explain the image',
    'explain the picture',
    'explain this image',
  ],
];

/** Ways to ask for all that is there; the words that may follow are the image's own. */
const whatIsIt = [
  ...['what is in', 'what is on', 'what is there', 'what do you see', 'what can you see', 'what is this'],
  ...[
    'what is that',
    'what is it',
    'what am i looking at',
    'what is shown',
    'what is depicted',
    'what is visible',
  ],
  ...[
    'what can be seen',
    'what does this show',
    'what does it show',
    'what are we looking at',
    'what do we see',
  ],
  'what else',
];

const imageWords = ['image', 'picture', 'photo', 'photograph', 'pic', 'screenshot', 'scene'];

function isDescribe(clause: Clause): boolean {
  if (has(clause, ...describing, 'what you see', 'what you can see', 'what is in this')) return true;
  if (begins(clause, ...whatIsIt)) {
    const { subjects } = subjectsOf(clause);
    // "What is on the table?" asks for more than can be told.
    return subjects.length === 0 || subjects.includes(everything);
  }
  return (
    has(clause, ...imageWords) &&
    begins(clause, 'what does the', 'what does this', 'what is the') &&
    has(clause, 'show', 'shows', 'depict', 'about', 'contain')
  );
}

function isReading(clause: Clause): boolean {
  if (has(clause, 'read', 'transcribe', 'ocr', 'transcript', 'transcription', 'written', 'inscription'))
    return true;
  if (has(clause, 'say', 'says', 'saying') && has(clause, 'what', 'does', 'sign', 'label', 'text'))
    return true;
  if (begins(clause, 'what word', 'what words', 'which words')) return true;
  return has(clause, 'text', 'texts', 'writing', 'lettering') && !has(clause, ...describing);
}

function countOf(clause: Clause, subjects: readonly Subject[], rest: readonly string[]): Question {
  if (has(clause, 'line', 'lines', 'word', 'words', 'letters', 'text', 'texts')) return { ask: 'hasText' };
  if (has(clause, 'color', 'colors', 'colour', 'colours')) return { ask: 'colour', subjects: [] };
  if (has(clause, 'pixels', 'megapixels')) return { ask: 'size' };
  if (subjects.length > 0) return { ask: 'count', subjects };
  return rest.every(word => small.has(word)) ? { ask: 'count', subjects: [everything] } : unknownThing(rest);
}

const peopleWords = [
  ...[
    'age',
    'ages',
    'gender',
    'sex',
    'mood',
    'emotion',
    'emotions',
    'feeling',
    'smiling',
    'happy',
    'sad',
    'angry',
  ],
  ...[
    'race',
    'ethnicity',
    'nationality',
    'who is',
    'who are',
    'whose',
    'how old',
    'celebrity',
    'recognize him',
  ],
];

const kindNames: Record<string, ImageKind> = {
  ...{
    photo: 'photo',
    photograph: 'photo',
    screenshot: 'screenshot',
    drawing: 'drawing',
    illustration: 'drawing',
  },
  ...{ cartoon: 'drawing', painting: 'drawing', diagram: 'diagram', chart: 'diagram', graph: 'diagram' },
  ...{ document: 'page', page: 'page', scan: 'page', heatmap: 'map' },
};

function kindAskedFor(clause: Clause): Question | undefined {
  if (has(clause, 'kind of', 'type of', 'sort of', 'what medium') && has(clause, ...imageWords, 'medium'))
    return { ask: 'kind' };
  if (!begins(clause, 'is this', 'is it', 'is that', 'is the image', 'is the picture', 'was this'))
    return undefined;
  const names = clause.filter(word => Object.hasOwn(kindNames, word));
  // "Is this a photo of a dog?" asks for the dog.
  if (has(clause, 'of')) return undefined;
  const [first, ...others] = names;
  if (first === undefined) return undefined;
  return others.length > 0 ? { ask: 'kind' } : { ask: 'isKind', kind: kindNames[first] ?? 'unclear' };
}

function measureAskedFor(clause: Clause, subjects: readonly Subject[]): Question | undefined {
  if (subjects.length > 0) return undefined;
  if (has(clause, 'blurry', 'blurred', 'blur', 'sharp', 'sharpness', 'focus', 'focused', 'crisp'))
    return { ask: 'sharpness' };
  if (
    has(
      clause,
      'dark',
      'bright',
      'brightness',
      'exposure',
      'exposed',
      'overexposed',
      'underexposed',
      'contrast',
      'light',
    )
  )
    return { ask: 'light' };
  if (
    has(
      clause,
      'size',
      'dimensions',
      'resolution',
      'how big',
      'how large',
      'how wide',
      'how tall',
      'width',
      'height',
      'megapixels',
      'aspect ratio',
    )
  )
    return { ask: 'size' };
  return undefined;
}

/** Words that a question for a thing may have around the thing. */
const small = new Set(
  (
    'a an the is are am was were there this that these those it its in on at of to by with and or any some do does did you i we me my ' +
    'can could would will please see seen show shows shown image picture photo photograph pic screenshot scene here what which how ' +
    'many have has got contain contains contained include includes visible detect find found spot look looks like appear appears ' +
    'present kind kinds type types sort exist exists one ones total all count number tell if whether list name identify other else ' +
    'more least than fewer less exactly one two three four five six seven eight nine ten at no not only just also them they anywhere somewhere'
  ).split(' '),
);

function presenceOf(clause: Clause, subjects: readonly Subject[], rest: readonly string[]): Question {
  const unknown = rest.filter(word => !small.has(word));
  const which = begins(clause, 'what', 'which', 'list', 'name', 'identify');
  if (subjects.includes(everything)) return { ask: 'list' };
  const isThere = has(clause, ...presence);
  const names = isThere || begins(clause, 'is this a', 'is this an', 'is it a', 'is it an', 'is that a');
  if (subjects.length > 0) {
    if (unknown.length === 0)
      return has(clause, 'more than', 'fewer than', 'less than', 'at least', 'exactly', 'only')
        ? { ask: 'count', subjects }
        : { ask: 'isThere', subjects, ...(which ? { which } : {}) };
    // "Is there a red car?" is answered as far as the car goes; "Is the dog asleep?" is not.
    return isThere && !which && unknown.length <= 3
      ? { ask: 'isThere', subjects, untold: unknown.join(' ') }
      : { ask: 'beyond' };
  }
  return names && !which ? unknownThing(rest) : { ask: 'beyond' };
}

function unknownThing(rest: readonly string[]): Question {
  const [word, ...others] = rest.filter(one => !small.has(one));
  return word === undefined || others.length > 0 ? { ask: 'unknownThing' } : { ask: 'unknownThing', word };
}

/** What stands in quotation marks. */
function quotedWords(prompt: string): string | undefined {
  for (const [open, close] of [
    ['“', '”'],
    ['"', '"'],
  ] as const) {
    const from = prompt.indexOf(open);
    const to = prompt.indexOf(close, from + 1);
    const words = from === -1 || to === -1 ? '' : prompt.slice(from + 1, to).trim();
    if (words !== '' && words.length <= 200) return words;
  }
  return undefined;
}

/** Whether a question is about more than is ever known. */
export function isBeyond({ ask }: Question): boolean {
  return ['unknownThing', 'aboutPeople', 'beyond', 'notEnglish', 'otherLanguage'].includes(ask);
}

/** Whether nothing of a prompt can be answered without a model. */
export function isBeyondOffline(prompt: string): boolean {
  return readQuestions(prompt).every(isBeyond);
}

/** Whether a question is answered without anything being recognised. */
export function isMeasured(question: Question): boolean {
  const { ask } = question;
  return (
    isBeyond(question) ||
    ['describe', 'measure', 'light', 'sharpness', 'size'].includes(ask) ||
    (question.ask === 'colour' && question.subjects.length === 0)
  );
}
