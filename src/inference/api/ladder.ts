import { createHash } from 'node:crypto';
import type { SightlineError } from '../../base/errors.ts';
import { isAboutModel, type ProviderFault } from '../faults/providerFault.ts';
import {
  imageLimit,
  isAboutAddress,
  isAboutAnswer,
  isAboutContent,
  isAboutImageData,
  isAboutKey,
  isAboutLength,
  isNoAnswer,
  isPassingFault,
  refusesImages,
  saidBy,
} from '../faults/refusalMeaning.ts';
import { refusesTools } from '../faults/toolRefusal.ts';
import { isQuotaFault } from '../faults/quotaFault.ts';
import type { Failure } from '../faults/translateError.ts';
import {
  doubtAbout,
  isAccepted,
  isUseless,
  noteAccepted,
  noteUseless,
  recall,
  remember,
  suspect,
  takeFailed,
  type Doubt,
} from './learned.ts';
import {
  adaptationOf,
  namesAnother,
  type Adaptation,
  type Recovery,
  type RefusedRequest,
} from './recoveries.ts';
import type { RequestBody } from './request.ts';

/** Characters of what was said by which a refusal is known again. */
const longestSign = 160;

/** Milliseconds after which a question that was to find something out counts as lost. */
const probeTime = 120_000;

/** Changes that are tried without knowing that they help. */
interface Trial {
  changes: readonly Adaptation[];
  /** What was said before. */
  sign: string;
  /** The request without the changes. */
  request: RefusedRequest;
  /** What a person set is among them. */
  isLast: boolean;
}

/**
 * How one question goes down the ladder of {@link Recovery recoveries}, until it is answered or nothing is left. What a server
 * names is left out; where it names nothing, everything of ours is, at once: one request more, not one for each. Where that
 * helps, the next questions go without one of them each, until it is known which it is.
 */
export class Ladder {
  readonly #key: string;
  readonly #steps: readonly Recovery[];
  readonly #kept: Set<Adaptation>;
  readonly #tried = new Set<Adaptation>();
  #trial: Trial | undefined;
  #isOver = false;
  #first: SightlineError | undefined;
  #probe: Doubt | undefined;
  /** What was said when images were enlarged without being sure. */
  #guessedAt: string | undefined;

  constructor(key: string, steps: readonly Recovery[]) {
    this.#key = key;
    this.#steps = steps;
    this.#kept = new Set(recall(key));
    const doubt = doubtAbout(key);
    const suspect = doubt?.suspects[doubt.next];
    if (doubt === undefined || suspect === undefined) return;
    const isFree = doubt.probedAt + probeTime < Date.now();
    if (isFree) [this.#probe, doubt.probedAt] = [doubt, Date.now()];
    for (const one of isFree ? [suspect] : doubt.suspects) this.#kept.add(one);
  }

  /** Goes on where the same question has failed before. @param request In its usual form. */
  begin(request: RefusedRequest): void {
    if (!takeFailed(this.#key, identityOf(request.body))) return;
    const changes = this.#doubted(request, '', false);
    if (changes.length > 0) this.#trial = { changes, sign: '', request, isLast: false };
  }

  /** How the next request departs from its usual form. */
  get adaptations(): ReadonlySet<Adaptation> {
    return new Set([...this.#kept, ...(this.#trial?.changes ?? [])]);
  }

  /** Keeps what helped. */
  answered(request: RefusedRequest): void {
    const doubt = doubtAbout(this.#key);
    const open = this.#trial?.changes ?? (this.#probe === undefined ? (doubt?.suspects ?? []) : []);
    const once: readonly string[] = this.#steps.flatMap(step => (step.once ? step.adaptation : []));
    remember(
      this.#key,
      [...this.#kept].filter(change => !once.includes(change) && !open.includes(change)),
    );
    noteAnswered(this.#key, this.#steps, request);
    if (this.#trial !== undefined) suspect(this.#key, this.#trial.changes);
    else if (this.#probe !== undefined) suspect(this.#key, []);
  }

  /**
   * Whether there is another request to make after this failure: then {@link adaptations} are others. `named` where it is
   * known what to change, `trial` where that has to be found out.
   * @param mayRetry Whether this question may be asked again as it is. A server that fails may do so for a reason of its own:
   * then a trial takes the place of a retry; where there is none, `later` says that it is for the next time.
   */
  next(
    failure: Failure,
    request: RefusedRequest,
    mayRetry: boolean,
  ): 'named' | 'trial' | 'later' | undefined {
    const { fault } = failure;
    if (fault === undefined) return undefined;
    // A guess that has changed nothing.
    if (this.#guessedAt === signOf(fault)) {
      this.#kept.delete('largerImages');
      noteUseless(this.#key, 'largerImages', this.#guessedAt);
    }
    if (this.#isKnownMeanwhile() || this.#named(fault, request)) return 'named';
    if (!this.#isOver && isUnclear(fault, request)) {
      if (this.#endProbe()) return 'trial';
      if (this.#try(failure, fault, request)) {
        if (mayRetry || !isOfServer(fault)) return 'trial';
        return 'later';
      }
    }
    if (!isUnclear(fault, request)) this.#first = undefined;
    this.#isOver = true;
    this.#trial = undefined;
    return undefined;
  }

  /** What was refused first, where nothing that was left out has changed it. */
  get firstFailure(): SightlineError | undefined {
    return this.#first;
  }

  /** Another question has found out what helps. */
  #isKnownMeanwhile(): boolean {
    const news = [...recall(this.#key)].filter(one => !this.#kept.has(one) && !this.#tried.has(one));
    for (const change of news) this.#keep(change);
    if (news.length > 0) this.#trial = undefined;
    return news.length > 0;
  }

  #named(fault: ProviderFault, request: RefusedRequest): boolean {
    const isVain = isUseless(this.#key, 'largerImages', signOf(fault));
    const made = new Set<Adaptation>([...this.#tried, ...(isVain ? (['largerImages'] as const) : [])]);
    const change = namedChange(this.#steps, fault, request, made);
    if (change === undefined) return false;
    // What is said now is another thing: what was left out has helped so far.
    for (const one of this.#trial?.changes ?? []) this.#keep(one);
    this.#trial = undefined;
    this.#first = undefined;
    this.#keep(change);
    if (change === 'largerImages') this.#guessedAt = signOf(fault);
    return true;
  }

  /** What was tried alone is not it: this question goes without all that helped. */
  #endProbe(): boolean {
    const doubt = this.#probe;
    if (doubt === undefined) return false;
    this.#probe = undefined;
    doubt.next += 1;
    doubt.probedAt = -Infinity;
    for (const one of doubt.suspects) this.#kept.add(one);
    if (doubt.next < doubt.suspects.length) return true;
    suspect(this.#key, []);
    remember(this.#key, doubt.suspects);
    return true;
  }

  #try(failure: Failure, fault: ProviderFault, request: RefusedRequest): boolean {
    const before = this.#trial;
    const sign = signOf(fault);
    const first = before ?? { sign, request };
    this.#first ??= failure.error;
    for (const one of before?.changes ?? []) noteUseless(this.#key, one, sign);
    for (const isLast of before === undefined ? [false, true] : before.isLast ? [] : [true]) {
      const more = this.#doubted(first.request, sign, isLast);
      if (more.length === 0) continue;
      for (const change of more) this.#tried.add(change);
      this.#trial = { ...first, changes: [...(before?.changes ?? []), ...more], isLast };
      return true;
    }
    return false;
  }

  /** What of a request was never taken, and not left out in vain where the same was said. */
  #doubted(request: RefusedRequest, sign: string, isSet: boolean): Adaptation[] {
    return this.#steps.flatMap(step => {
      const change = adaptationOf(step);
      if (change === undefined || step.feature === undefined || (step.isSet ?? false) !== isSet) return [];
      if (!step.concerns(request) || this.#tried.has(change)) return [];
      const isKnown = isAccepted(this.#key, step.feature(request)) || isUseless(this.#key, change, sign);
      return isKnown ? [] : [change];
    });
  }

  #keep(change: Adaptation): void {
    this.#kept.add(change);
    this.#tried.add(change);
  }
}

/** Keeps what a request had that was answered. */
export function noteAnswered(key: string, steps: readonly Recovery[], request: RefusedRequest): void {
  const features = steps.flatMap(({ concerns, feature }) =>
    feature !== undefined && concerns(request) ? [feature(request)] : [],
  );
  noteAccepted(key, features);
}

/** The change that the server's words ask for, if it was not made already. */
export function namedChange(
  steps: readonly Recovery[],
  fault: ProviderFault,
  request: RefusedRequest,
  made: ReadonlySet<Adaptation>,
): Adaptation | undefined {
  for (const step of steps) {
    if (!step.concerns(request) || !step.isMeant(fault, request)) continue;
    const change = adaptationOf(step, fault);
    if (change !== undefined && !made.has(change)) return change;
  }
  return undefined;
}

/**
 * Whether a refusal may be about anything that Sightline added to the request. Not what is refused for the question's own
 * sake, and not what passes.
 */
export function isUnclear(fault: ProviderFault, request: RefusedRequest): boolean {
  const { status, body } = fault;
  if (namesAnother(fault, request)) return false;
  if (![undefined, 400, 404, 415, 422, 500, 501].includes(status)) return false;
  // A server that says in JSON what it does not find has the address.
  if (status === 404 && (typeof body !== 'object' || body === null)) return false;
  const known = [isAboutModel, isAboutAddress, isAboutAnswer, isAboutContent, isAboutLength]
    .concat([isAboutImageData, isAboutKey, isNoAnswer, refusesImages, isPassingFault, isQuotaFault])
    .concat([refusesTools])
    .some(is => is(fault));
  return !known && imageLimit(fault) === undefined;
}

/** Whether the server failed, as opposed to refusing. */
function isOfServer({ status = 0 }: ProviderFault): boolean {
  return status >= 500 && status !== 501;
}

/** By what a question in its usual form is known again. */
export function identityOf(body: RequestBody): string {
  return createHash('sha256')
    .update(JSON.stringify(body.messages ?? body.input ?? ''))
    .digest('base64');
}

/** What was said, as it is known again: without numbers. */
function signOf(fault: ProviderFault): string {
  const words = saidBy(fault)
    .split(' ')
    .filter(word => !/\d/.test(word));
  return `${fault.status ?? ''} ${words.join(' ')}`.slice(0, longestSign);
}
