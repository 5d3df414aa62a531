import { SightlineError } from '../../base/errors.ts';
import { longestMessage } from '../../base/plainReason.ts';
import { shorten } from '../../base/shorten.ts';
import { lookDistance, type Look } from '../../images/prepare/lookOf.ts';
import { NoImageReceived } from '../../inference/api/unfinishedAnswer.ts';
import { offlineProvider } from '../../inference/providers/providers.ts';
import type { RunQuestion } from '../runQuestion.ts';
import { isAboutQuestion, wordsOf } from './aboutQuestion.ts';
import { asksForDescription } from '../../inference/promptKind.ts';
import { t } from '../../base/l10n.ts';

/** Answers that are looked back at. */
export const lookedBackAt = 12;
/** So many of them must be the same, and this part of all. */
const leastSame = 5;
const leastPart = 0.8;
/** So many images that look different must have got the same answer, and that far apart are two that do. */
const leastLooks = 4;
const leastDistance = 12;
/** So many answers in a row that are about the question are no chance. */
const leastAboutQuestion = 3;
/** Letters, and words where a script has them, of an answer that says something of one image alone. */
const leastLetters = { description: 20, other: 100 };
const leastWords = 4;
/** Other answers of which the usual length is known, and how much shorter one is that is out of line with them. */
const leastOthers = 8;
const muchShorter = 3;
/** Characters of an answer that are compared. */
const longestCompared = 4000;

/** What is said where something is absent: the same is true of many images. */
const absences: readonly string[] = [
  ...[
    'there is no',
    'there are no',
    'there isn t',
    'there aren t',
    'no ',
    'none',
    'nothing',
    'the image does not',
  ],
  ...['the image doesn t', 'the picture doesn t', 'the photo doesn t'],
  ...['the image contains no', 'the image shows no', 'the picture does not', 'the photo does not'],
  ...[
    'es ist kein',
    'es sind kein',
    'es gibt kein',
    'kein',
    'il n y a',
    'aucun',
    'on ne voit',
    'no hay',
    'ningun',
    'ningún',
  ],
  ...[
    'não há',
    'nenhum',
    'non c è',
    'non ci sono',
    'nessun',
    'er is geen',
    'er zijn geen',
    'geen ',
    'нет ',
    'на изображении нет',
  ],
  ...['没有', '沒有', '图中没有', '圖中沒有', '없습니다'],
];

/** An answer as it is compared. */
interface Heard {
  /** Its words alone, in lower case. */
  said: string;
  letters: number;
  words: number;
  text: string;
  isAboutQuestion: boolean;
  look: () => Promise<Look | undefined>;
}

/** That answers describe nothing, although each may read like a description. */
export interface Judgement {
  /** Why the run stops. */
  stop: SightlineError;
  /** Why a row that has such an answer has none. */
  failure: SightlineError;
  /** Whether an answer is one of them. */
  concerns: (text: string) => boolean;
}

/**
 * Listens to the answers of a run and tells where they describe no images, without knowing what models say then: many
 * different images get one and the same sentence, or the answers are about the question. Answers that may be the same for
 * many images are let be: short ones, those of a schema or to a question, those that say that something is absent, and the
 * same answer to images that look alike.
 */
export class AnswerJudge {
  readonly #prompt: string;
  readonly #isOff: boolean;
  readonly #isDescription: boolean;
  readonly #recent: Heard[] = [];
  /** Lengths of answers that were not the same as the one before. */
  readonly #usual: number[] = [];
  /** Different looks of the images that got the answer which is suspected. */
  #suspected: { said: string; looks: Look[]; seen: Set<Heard> } | undefined;
  #isTrusted: boolean;
  #judgement: Judgement | undefined;

  constructor({ prompt, provider, schema }: Pick<RunQuestion, 'prompt' | 'provider' | 'schema'>) {
    this.#prompt = prompt;
    this.#isOff = schema !== undefined || provider === offlineProvider.id;
    this.#isTrusted = this.#isOff;
    this.#isDescription = asksForDescription(prompt);
  }

  /** Whether answers have shown that images arrive. Until then no more are asked about at a time. */
  get isTrusted(): boolean {
    return this.#isTrusted;
  }

  /** What was found, once it is. */
  get judgement(): Judgement | undefined {
    return this.#judgement;
  }

  /**
   * Judges an answer together with those before; each image's is given once.
   * @param look How its image looks; asked for only where that matters.
   */
  async take(text: string, look: Heard['look']): Promise<Judgement | undefined> {
    if (this.#isOff) return undefined;
    const heard = { ...comparable(text), text, isAboutQuestion: isAboutQuestion(text, this.#prompt), look };
    const before = this.#recent.at(-1);
    const isSame = before === undefined || before.said === heard.said;
    this.#isTrusted ||= !isSame || !(this.#isTelling(heard) || heard.isAboutQuestion);
    this.#recent.push(heard);
    if (this.#recent.length > lookedBackAt) this.#recent.shift();
    if (before?.said !== heard.said) {
      this.#usual.push(heard.letters);
      if (this.#usual.length > 4 * leastOthers) this.#usual.shift();
    }
    const last = this.#recent.slice(-leastAboutQuestion);
    if (last.length === leastAboutQuestion && last.every(one => one.isAboutQuestion))
      this.#judgement ??= this.#aboutQuestion(heard);
    else if (await this.#isEverywhereTheSame(heard)) this.#judgement ??= this.#theSame(heard);
    return this.#judgement;
  }

  async #isEverywhereTheSame(heard: Heard): Promise<boolean> {
    const same = this.#recent.filter(({ said }) => said === heard.said);
    if (same.length < leastSame || same.length < leastPart * this.#recent.length) return false;
    if (!this.#isTelling(heard)) return false;
    if (this.#suspected?.said !== heard.said)
      this.#suspected = { said: heard.said, looks: [], seen: new Set() };
    const { looks, seen } = this.#suspected;
    for (const one of same) {
      if (seen.has(one)) continue;
      seen.add(one);
      const look = await one.look();
      if (look !== undefined && looks.every(other => lookDistance(look, other) >= leastDistance))
        looks.push(look);
    }
    for (const one of seen) if (!this.#recent.includes(one)) seen.delete(one);
    return looks.length >= leastLooks;
  }

  /** Whether an answer says so much that it cannot well be true of many different images. */
  #isTelling({ said, letters, words }: Pick<Heard, 'said' | 'letters' | 'words'>): boolean {
    if (letters >= leastLetters.other) return true;
    if (!this.#isDescription || absences.some(beginning => said.startsWith(beginning))) return false;
    return (letters >= leastLetters.description && words >= leastWords) || this.#isOutOfLine(letters);
  }

  /** Whether an answer is far shorter than what others of this run are. */
  #isOutOfLine(letters: number): boolean {
    const others = this.#usual.filter(length => length !== letters).sort((one, other) => one - other);
    const median = others[Math.floor(others.length / 2)] ?? 0;
    return others.length >= leastOthers && median >= muchShorter * letters;
  }

  #theSame({ said, text }: Heard): Judgement {
    const { length } = this.#recent.filter(one => one.said === said);
    const values = { count: length, text: text.trim() };
    return {
      stop: noImages(
        t(
          'This model probably receives no images: {count} different images got the same answer: “{text}”',
          values,
        ),
        sameHint(),
      ),
      failure: noImages(
        t('Different images got this same answer, so it is no description: “{text}”', values),
        sameHint(),
      ),
      concerns: other => comparable(other).said === said,
    };
  }

  #aboutQuestion({ text }: Heard): Judgement {
    const values = { count: leastAboutQuestion, text: text.trim() };
    return {
      stop: noImages(
        t(
          'This model probably receives no images: {count} answers in a row are about the question, the last one: “{text}”',
          values,
        ),
        hint(),
      ),
      failure: noImages(t('The answer is about the question, not about the image: “{text}”', values), hint()),
      concerns: other => isAboutQuestion(other, this.#prompt),
    };
  }
}

const hint = (): string =>
  t('Choose a vision model. If this is one, the server does not pass images on to it.');
const sameHint = (): string =>
  `${hint()} ${t('If the answer is right for all of them, ask with a schema, whose answers may be alike.')}`;

function noImages(message: string, advice: string): SightlineError {
  return new SightlineError('noAnswer', shorten(message, longestMessage), {
    cause: new NoImageReceived(),
    hint: advice,
    remedy: { kind: 'chooseModel' },
  });
}

/** Which answers describe nothing, as one does that was judged on another machine. */
export function describesNothingLike(text: string, prompt: string): (other: string) => boolean {
  if (isAboutQuestion(text, prompt)) return other => isAboutQuestion(other, prompt);
  const { said } = comparable(text);
  return other => comparable(other).said === said;
}

/**
 * An answer without what makes no difference: case, marks and blanks. A letter of a script of syllables counts for three,
 * and as a word of its own.
 */
function comparable(text: string): Pick<Heard, 'said' | 'letters' | 'words'> {
  const words = wordsOf(text.slice(0, longestCompared));
  const letters = Array.from(words.join(''));
  const wide = letters.filter(letter => (letter.codePointAt(0) ?? 0) >= 0x2e80).length;
  return { said: words.join(' '), letters: letters.length + 2 * wide, words: words.length + wide };
}
