import * as z from 'zod/mini';
import { SightlineError, ValueError } from '../base/errors.ts';
import { nearest } from '../base/nearest.ts';
import { sha256Of } from '../base/node/hash.ts';
import { present } from '../base/present.ts';
import { sleep } from '../base/sleep.ts';
import type { PixelRegion } from '../images/fit.ts';
import { checkSize } from '../images/open/readFile.ts';
import { prepareImage } from '../images/prepare/prepareImage.ts';
import type { PreparedImage } from '../images/preparedImage.ts';
import { defaultPrompt } from '../inference/api/input.ts';
import { offlineProvider } from '../inference/providers/providers.ts';
import { isBeyondOffline } from '../inference/offline/questions/readQuestions.ts';
import { questionId, type RunQuestion } from '../runs/runQuestion.ts';
import type { Description } from '../runs/runRow.ts';
import type { AnswerSchema } from '../schema/answerSchema.ts';
import { builtInSchemas } from '../schema/builtInSchemas.ts';
import { checkSchema } from '../schema/checkSchema.ts';
import type { AnswerTarget, ToolCall, ToolWork } from './toolWork.ts';
import { pathInput, questionInput, readInput, regionInput, regionOf } from './input.ts';
import { quoted } from './quoted.ts';
import type { RootedImage } from './roots.ts';

/** What a call would do. */
export interface DescribePlan {
  image: RootedImage;
  /** The provider's name and the model's. */
  label: string;
  model: string;
  /** What is asked. */
  prompt: string;
  /** Where the image goes; absent where it stays on this machine. */
  host?: string;
  /** See {@link AnswerTarget}. */
  notice?: string;
  /** The answer is kept already: nothing is sent. */
  isKept: boolean;
  /** Bytes of the image as it is sent. */
  byteLength?: number;
}

const inputShape = z.object({
  path: pathInput,
  question: z.optional(questionInput),
  region: z.optional(regionInput),
  schema: z.optional(z.union([z.string(), z.record(z.string(), z.unknown())])),
});

/** An image with the question about it. */
interface Asked {
  image: RootedImage;
  bytes: Uint8Array;
  sha256: string;
  target: AnswerTarget;
  question: RunQuestion;
  region?: PixelRegion;
}

/** Prepared images that are kept from asking the person to sending. */
const mostPrepared = 4;

/** Answers questions about images, once for the same question about the same content. */
export class ImageDescriber {
  readonly #work: ToolWork;
  /** Questions that are being asked, by content and question. */
  readonly #asking = new Map<string, Promise<Description>>();
  readonly #prepared = new Map<string, Promise<PreparedImage>>();

  constructor(work: ToolWork) {
    this.#work = work;
  }

  /** Says what {@link run} would do; sends nothing. */
  async plan(input: unknown, { signal }: ToolCall): Promise<DescribePlan> {
    const asked = await this.#read(input, signal);
    const { image, target, question } = asked;
    const isKept = (await this.#work.kept.find(asked)) !== undefined;
    const isSent = !isKept && target.host !== undefined;
    return {
      image,
      label: target.label,
      model: question.model,
      prompt: question.prompt,
      isKept,
      ...present({ host: target.host, notice: target.notice }),
      ...(isSent ? { byteLength: sentBytes(await this.#prepare(asked)) } : {}),
    };
  }

  async run(input: unknown, { signal, progress, mayReceive }: ToolCall): Promise<string> {
    const asked = await this.#read(input, signal);
    const kept = await this.#work.kept.find(asked);
    if (kept === undefined) {
      const { host } = asked.target;
      if (host !== undefined && mayReceive?.(host) === false)
        throw new SightlineError(
          'permissionDenied',
          `The person has not agreed to send the image to ${host}.`,
          {
            hint: 'Call the tool again: the person is asked.',
          },
        );
      progress?.(`Asking ${asked.question.model} of ${asked.target.label} about ${asked.image.name}`);
    }
    return resultOf(asked, kept ?? (await this.#askOnce(asked, signal)), kept !== undefined);
  }

  async #read(input: unknown, signal: AbortSignal): Promise<Asked> {
    const given = readInput(inputShape, input);
    const region = regionOf(given.region);
    const image = await this.#work.roots.image(given.path, signal);
    checkSize(image.byteLength, image.name);
    const form = await formOf(given.schema);
    const [bytes, target] = await Promise.all([
      this.#work.roots.read(image, signal),
      this.#work.target(signal),
    ]);
    const prompt = given.question?.trim() || form?.prompt || defaultPrompt;
    if (target.question.provider === offlineProvider.id && isBeyondOffline(prompt))
      throw new ValueError('The offline describer cannot answer this question.', {
        code: 'badRequest',
        hint: 'Ask for a description, for colours, text, codes or what is in the image; or ask the person to choose a vision model.',
      });
    const question: RunQuestion = {
      ...target.question,
      image: { ...target.question.image, ...present({ region }) },
      prompt,
      ...(form === undefined ? {} : { schema: form.schema }),
    };
    return { image, bytes, sha256: sha256Of(bytes), target, question, ...present({ region }) };
  }

  /** Whoever asks the same meanwhile gets the same answer; each may give up waiting. */
  async #askOnce(asked: Asked, signal: AbortSignal): Promise<Description> {
    const key = keyOf(asked);
    for (;;) {
      signal.throwIfAborted();
      const under = this.#asking.get(key);
      if (under === undefined) break;
      const answered = await under.catch(() => undefined);
      if (answered !== undefined) return answered;
      // Whoever asked gave up, or failed.
      await sleep(0, signal);
    }
    const asking = this.#ask(asked, signal);
    this.#asking.set(key, asking);
    try {
      return await asking;
    } finally {
      this.#asking.delete(key);
    }
  }

  async #ask(asked: Asked, signal: AbortSignal): Promise<Description> {
    const { image, sha256, target, question } = asked;
    const prepared = await this.#prepare(asked);
    const begun = performance.now();
    const answer = await target.ask(question, prepared, { signal });
    const { width, height } = prepared.original;
    const described = {
      ...answer,
      notes: [...prepared.notes, ...answer.notes],
      ...{ width, height, seconds: (performance.now() - begun) / 1000 },
    };
    this.#work.hashes.note(image, sha256);
    await this.#work.kept.keep({ sha256, question }, described);
    return { ...described, answered: answer.text, answeredAt: Date.now() };
  }

  #prepare(asked: Asked): Promise<PreparedImage> {
    const key = keyOf(asked);
    const { image, bytes, question } = asked;
    const prepared = this.#prepared.get(key) ?? prepareImage(bytes, { ...question.image, name: image.name });
    this.#prepared.delete(key);
    this.#prepared.set(key, prepared);
    prepared.catch(() => this.#prepared.delete(key));
    const [oldest] = this.#prepared.keys();
    if (this.#prepared.size > mostPrepared && oldest !== undefined) this.#prepared.delete(oldest);
    return prepared;
  }
}

function keyOf({ sha256, question }: Asked): string {
  return `${sha256} ${questionId(question)}`;
}

function sentBytes({ byteLength, tiles }: PreparedImage): number {
  const inTiles = tiles?.dataUrls.reduce((sum, { length }) => sum + Math.round((length * 3) / 4), 0) ?? 0;
  return byteLength + inTiles;
}

async function formOf(
  schema: string | Record<string, unknown> | undefined,
): Promise<{ schema: AnswerSchema; prompt?: string } | undefined> {
  if (schema === undefined) return undefined;
  if (typeof schema !== 'string') return { schema: { name: 'answer', schema: await checkSchema(schema) } };
  const known = builtInSchemas.filter(({ needsVocabulary }) => !needsVocabulary);
  const builtIn = known.find(({ id }) => id === schema);
  if (builtIn !== undefined) return { schema: builtIn.form, prompt: builtIn.prompt };
  const names = known.map(({ id }) => id);
  const meant = nearest(schema, names);
  throw new ValueError('There is no built-in schema of this name.', {
    code: 'badRequest',
    hint: `${meant === undefined ? '' : `Did you mean ${meant}? `}Built-in schemas: ${names.join(', ')}.`,
  });
}

function resultOf({ image, region, target, question }: Asked, answer: Description, isKept: boolean): string {
  const { text, columns, model, width, height, notes } = answer;
  return quoted(`What ${isKept ? 'is kept of an answer about' : 'the model says about'} this image.`, {
    image: image.name,
    ...(region === undefined
      ? { width, height }
      : { region: [region.left, region.top, region.left + region.width, region.top + region.height] }),
    answeredBy: `${model} (${target.label})`,
    ...(question.prompt === defaultPrompt ? {} : { question: question.prompt }),
    ...(columns === undefined ? { answer: text } : { answer: columns }),
    ...(notes.length === 0 ? {} : { notes }),
  });
}
