import type { Adaptation } from './recoveries.ts';

/** Milliseconds for which what helped is kept: servers are updated, and models loaded anew. */
const lifetime = 3_600_000;

/** Servers with their models, and facts about one of them. */
const [mostPlaces, mostFacts] = [500, 200];

/** Facts that age, the oldest of them going first. */
class Facts<T> {
  readonly #until = new Map<T, number>();

  add(fact: T): void {
    // One that is known keeps its time: else it would never be doubted.
    if (this.has(fact)) return;
    this.#until.delete(fact);
    this.#until.set(fact, Date.now() + lifetime);
    const [oldest] = this.#until.keys();
    if (this.#until.size > mostFacts && oldest !== undefined) this.#until.delete(oldest);
  }

  has(fact: T): boolean {
    return (this.#until.get(fact) ?? -Infinity) > Date.now();
  }

  /** Whether it was there; it is no more. */
  take(fact: T): boolean {
    const had = this.has(fact);
    this.#until.delete(fact);
    return had;
  }

  get all(): T[] {
    return [...this.#until.keys()].filter(fact => this.has(fact));
  }
}

/** What is known of a server and model. */
interface Place {
  helped: Facts<Adaptation>;
  /** Features with which a request was answered. */
  accepted: Facts<string>;
  /** Changes that did not help against a refusal, each with what was said. */
  useless: Facts<string>;
  /** Questions that failed, and may be asked otherwise the next time. */
  failed: Facts<string>;
  doubt?: Doubt | undefined;
}

/** Several changes that helped together, of which one may be enough. */
export interface Doubt {
  /** The likeliest first. */
  suspects: readonly Adaptation[];
  /** Which of them is tried alone next, and when that was begun last. */
  next: number;
  probedAt: number;
  until: number;
}

/** By server and model: the next request goes right at once. Lasts as long as the process, and no longer than an hour. */
const places = new Map<string, Place>();

/** The name under which a server and a model are remembered. */
export function learnedKey(origin: string, model: string): string {
  return `${origin} ${model}`;
}

function placeOf(key: string): Place {
  const known = places.get(key);
  if (known !== undefined) return known;
  const place = {
    helped: new Facts<Adaptation>(),
    accepted: new Facts<string>(),
    useless: new Facts<string>(),
    failed: new Facts<string>(),
  };
  places.set(key, place);
  const [oldest] = places.keys();
  if (places.size > mostPlaces && oldest !== undefined) places.delete(oldest);
  return place;
}

/** What is known to help there. */
export function recall(key: string): ReadonlySet<Adaptation> {
  return new Set(places.get(key)?.helped.all);
}

/** Keeps what helped. */
export function remember(key: string, adaptations: Iterable<Adaptation>): void {
  for (const adaptation of adaptations) placeOf(key).helped.add(adaptation);
}

/** Keeps with which features a request was answered: they are not what a later refusal is about. */
export function noteAccepted(key: string, features: readonly string[]): void {
  for (const feature of features) placeOf(key).accepted.add(feature);
}

/** Whether a request with this feature was answered there. */
export function isAccepted(key: string, feature: string): boolean {
  return places.get(key)?.accepted.has(feature) ?? false;
}

/** Keeps that a change did not help where the server said this. */
export function noteUseless(key: string, adaptation: Adaptation, said: string): void {
  placeOf(key).useless.add(`${adaptation} ${said}`);
}

/** Whether it is known not to help. */
export function isUseless(key: string, adaptation: Adaptation, said: string): boolean {
  return places.get(key)?.useless.has(`${adaptation} ${said}`) ?? false;
}

/** Keeps that a question failed for an unknown reason, and could not be asked again at once. */
export function noteFailed(key: string, question: string): void {
  placeOf(key).failed.add(question);
}

/** Whether any question failed so there. */
export function hasFailed(key: string): boolean {
  return (places.get(key)?.failed.all.length ?? 0) > 0;
}

/** Whether this question failed so before; it is told once. */
export function takeFailed(key: string, question: string): boolean {
  return places.get(key)?.failed.take(question) ?? false;
}

/** Keeps that these helped together; where it is one, it is that one. */
export function suspect(key: string, suspects: readonly Adaptation[]): void {
  const place = placeOf(key);
  place.doubt =
    suspects.length > 1
      ? { suspects, next: 0, probedAt: -Infinity, until: Date.now() + lifetime }
      : undefined;
  if (suspects.length === 1) remember(key, suspects);
}

/** What is not decided yet about a server and model. */
export function doubtAbout(key: string): Doubt | undefined {
  const doubt = places.get(key)?.doubt;
  return doubt !== undefined && doubt.until > Date.now() ? doubt : undefined;
}

/** Forgets all of it, as a new process would. */
export function forgetLearned(): void {
  places.clear();
}
