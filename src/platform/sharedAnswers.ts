import { SightlineError } from '../base/errors.ts';
import { t } from '../base/l10n.ts';
import type { PlatformClient } from './platformClient.ts';
import {
  sharedAnswerLimits,
  sharedAnswerShape,
  sharedAnswersShape,
  type SharedAnswer,
} from './sharedAnswerShapes.ts';
import { successShape } from './shapes.ts';

/** Milliseconds for one request: a run waits for it before it asks the provider. */
const timeoutMs = 5000;
/** Bytes of one request's answers: each may double when it is written as JSON. */
const largestAnswer = 3 * sharedAnswerLimits.keys * sharedAnswerLimits.textBytes;
/** Characters of answers in one request. */
const mostCharacters = 100_000;

/** The answers that the workspace of a key shares. */
export interface TeamAnswers {
  /** The username of the workspace: says that the service has a place for answers, and that the key may use it. */
  workspace: (signal?: AbortSignal) => Promise<string>;
  /** Those of the keys that are known. */
  find: (keys: readonly string[], signal?: AbortSignal) => Promise<SharedAnswer[]>;
  /** Shares answers; one that is too large for the service is left out. */
  keep: (answers: readonly SharedAnswer[], signal?: AbortSignal) => Promise<void>;
}

/** The answers that are shared in the workspace to which the client's key belongs. */
export function teamAnswers(client: PlatformClient): TeamAnswers {
  const path = '/api/shared-answers';
  const post = { method: 'POST' as const, timeoutMs };
  const ask = async (keys: readonly string[], signal?: AbortSignal) => {
    const call = { ...post, path: `${path}/find`, body: { keys }, signal, largestAnswer };
    try {
      return await client.ask(call, sharedAnswersShape);
    } catch (error) {
      throw error instanceof SightlineError && error.status === 404 ? tooOld(client, error) : error;
    }
  };
  return {
    workspace: async signal => (await ask([], signal)).workspace,
    find: async (keys, signal) => {
      const found: SharedAnswer[] = [];
      for (const some of partsOf(keys, sharedAnswerLimits.keys)) {
        const { answers } = await ask(some, signal);
        found.push(...answers.filter(({ key }) => some.includes(key)));
      }
      return found;
    },
    keep: async (answers, signal) => {
      const fit = answers.flatMap(answer => sharedAnswerShape.safeParse(answer).data ?? []);
      for (const some of partsOf(fit, sharedAnswerLimits.answers, ({ text }) => text.length))
        await client.ask({ ...post, path, body: { answers: some }, signal }, successShape);
    },
  };
}

/** What a service of before, or of others, answers. */
function tooOld({ address: { origin } }: PlatformClient, cause: SightlineError): SightlineError {
  return new SightlineError('notFound', t('The service at {origin} does not share answers.', { origin }), {
    status: 404,
    hint: t('It may be too old for that.'),
    cause,
  });
}

/** A list in parts of at most `most` things, and as far as one thing goes at most {@link mostCharacters}. */
function partsOf<Thing>(
  things: readonly Thing[],
  most: number,
  characters: (thing: Thing) => number = () => 0,
): Thing[][] {
  const parts: Thing[][] = [];
  let last: Thing[] = [];
  let sum = 0;
  for (const thing of things) {
    sum += characters(thing);
    if (last.length === 0 || last.length === most || sum > mostCharacters) {
      parts.push((last = []));
      sum = characters(thing);
    }
    last.push(thing);
  }
  return parts;
}
