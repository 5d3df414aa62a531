import { SightlineError, isAbort } from '../base/errors.ts';
import { isBlank } from '../base/isBlank.ts';
import { sha256Of } from '../base/node/hash.ts';
import { abortError } from '../base/onAbort.ts';
import { orderedMap } from '../base/orderedMap.ts';
import { shorten } from '../base/shorten.ts';
import type { Usage } from '../inference/api/answer.ts';
import type { TurnImage } from '../inference/api/question.ts';
import { dataUrlOf } from '../inference/api/turnImages.ts';
import { describingQuestion } from './describingQuestion.ts';
import { imageMark, repeatedMark } from './imageMark.ts';
import { t } from '../base/l10n.ts';

/** What a vision model said of an image. */
export interface Description {
  text: string;
  usage?: Usage | undefined;
}

/** Describes images in words. */
export interface ImageDescriber {
  /** The model, as keys, marks and messages name it. */
  model: string;
  describe: (image: TurnImage, question: string, signal?: AbortSignal) => Promise<Description>;
}

/** What a kept description is found by. */
export interface DescriptionKey {
  /** SHA-256 of the image's bytes, or of the file that it was made from: 64 hexadecimal characters. */
  image: string;
  question: string;
  model: string;
}

/** Descriptions that were paid for. What fails within is the store's own matter: a description is given all the same. */
export interface KeptDescriptions {
  find: (key: DescriptionKey) => string | undefined | Promise<string | undefined>;
  keep: (key: DescriptionKey, description: Description, image: TurnImage) => unknown;
}

/** How much is described. */
export interface RelayLimits {
  /** Different images of a conversation. */
  images: number;
  /** Characters of a description; what is longer is cut. */
  characters: number;
  /** Descriptions that are asked for at the same time. */
  atOnce: number;
}

export const relayLimits: RelayLimits = { images: 50, characters: 12_000, atOnce: 4 };

/** How images are described. */
export interface RelayOptions {
  describer: ImageDescriber;
  kept: KeptDescriptions;
  /** SHA-256 of the file that an image was made from, where that is known: it is then kept by it. */
  contentOf?: (image: TurnImage) => string | undefined;
  limits?: Partial<RelayLimits>;
  signal?: AbortSignal | undefined;
}

/** What it took. Each image counts once, however often it stands in the conversation. */
export interface RelayCount {
  /** The vision model, as {@link ImageDescriber} names it. */
  model: string;
  /** Images that the model was asked about. */
  described: number;
  /** Images whose description was kept from before. */
  kept: number;
  /** Tokens of the model, as far as it told them. */
  usage: Usage;
}

/**
 * The words for each image, in the order of the images, numbered in that order. Where the description of one fails, no
 * further one is begun; those under way are kept first.
 * @throws {SightlineError} naming the image and what can be done.
 * @throws an AbortError once the signal fires.
 */
export async function describeImages(
  images: readonly TurnImage[],
  { describer, kept, contentOf, limits, signal }: RelayOptions,
): Promise<{ marks: string[]; count: RelayCount }> {
  const { images: most, characters, atOnce } = { ...relayLimits, ...limits };
  const hashes = images.map((image, at) => contentOf?.(image) ?? hashOf(dataUrlOf(image), at + 1));
  const distinct = [...new Set(hashes)];
  if (distinct.length > most) throw tooMany(distinct.length, most);
  const count: RelayCount = {
    model: describer.model,
    described: 0,
    kept: 0,
    usage: { inputTokens: 0, outputTokens: 0 },
  };
  const words = async (hash: string): Promise<string> => {
    if (signal?.aborted === true) throw abortError(signal);
    const key: DescriptionKey = { image: hash, question: describingQuestion, model: describer.model };
    const found = await kept.find(key);
    if (found !== undefined) {
      count.kept += 1;
      return found;
    }
    const number = distinct.indexOf(hash) + 1;
    const image = images[hashes.indexOf(hash)] as TurnImage;
    const description = await described(image, number, describer, signal);
    count.described += 1;
    count.usage.inputTokens += description.usage?.inputTokens ?? 0;
    count.usage.outputTokens += description.usage?.outputTokens ?? 0;
    const text = shorten(description.text.trim(), characters);
    await kept.keep(key, { ...description, text }, image);
    return text;
  };
  const texts: string[] = [];
  for await (const text of orderedMap(distinct, atOnce, words)) texts.push(text);
  const marks = hashes.map((hash, at) => {
    const place = distinct.indexOf(hash);
    return hashes.indexOf(hash) === at
      ? imageMark(place + 1, describer.model, texts[place] ?? '')
      : repeatedMark(place + 1);
  });
  return { marks, count };
}

async function described(
  image: TurnImage,
  number: number,
  { describe, model }: ImageDescriber,
  signal: AbortSignal | undefined,
): Promise<Description> {
  let failure: unknown;
  try {
    const description = await describe(image, describingQuestion, signal);
    if (!isBlank(description.text)) return description;
  } catch (error) {
    if (signal?.aborted === true || isAbort(error)) throw abortError(signal);
    failure = error;
  }
  throw notDescribed(number, model, failure);
}

function notDescribed(number: number, model: string, cause: unknown): SightlineError {
  const known = cause instanceof SightlineError ? cause : undefined;
  const reason =
    cause === undefined
      ? t('The model gave no description.')
      : cause instanceof Error
        ? cause.message
        : t('It failed.');
  return new SightlineError(
    known?.code ?? 'providerFailed',
    t('Image {number} could not be described by {model}: {reason}', {
      number: String(number),
      model,
      reason,
    }),
    {
      cause,
      hint: [known?.hint, t('Try again, choose another vision model, or remove the image.')]
        .filter(Boolean)
        .join(' '),
      remedy: known?.remedy,
      ...(known?.status === undefined ? {} : { status: known.status }),
      ...(known?.retryAfterMs === undefined ? {} : { retryAfterMs: known.retryAfterMs }),
    },
  );
}

function tooMany(count: number, most: number): SightlineError {
  return new SightlineError(
    'badRequest',
    t('The conversation has {count} images. For a text-only model at most {most} are described.', {
      count,
      most,
    }),
    { hint: t('Begin a new conversation, or remove images.') },
  );
}

/** SHA-256 of the bytes of a data URL. */
function hashOf(dataUrl: string, number: number): string {
  const [, data] = /^data:image\/[\w.+-]{1,60}(?:;[\w.+=-]{1,60}){0,4};base64,(.*)$/s.exec(dataUrl) ?? [];
  if (data === undefined)
    throw new SightlineError(
      'unsupportedImage',
      t('Image {number} is not image data, and cannot be described.', { number: String(number) }),
      {
        hint: t('Attach the image itself.'),
      },
    );
  return sha256Of(Buffer.from(data, 'base64'));
}
