import { type JsonObject } from '../../base/json.ts';
import type { EndReason } from './answer.ts';
import { findingsOf, listOf, objectOf, textOf, usageOf, type ChunkMeaning } from './chunkMeaning.ts';
import { StreamFault } from '../faults/providerFault.ts';
import type { CallPiece } from './toolCalls.ts';

/** The kinds of words in a part of a message, with the members that hold them. */
const words = { text: 'output_text', refusal: 'refusal' } as const;
type Words = keyof typeof words;

/** Messages of an answer that are told apart; a server that makes a new name for each piece is read by its places. */
const mostItems = 10_000;

/**
 * Reads the events of a stream of `responses`, or the whole response of a server that does not stream. Each part of each
 * message counts once, in whatever events it comes: in pieces, at its end, at the end of its message or of the response.
 * What a message of `phase: commentary` says counts as reasoning.
 */
export class ResponsesReader {
  /** The words of each part as far as they came, by kind, message and place in it. */
  readonly #parts = new Map<string, string>();
  /** The place of the messages by their name. */
  readonly #places = new Map<string, number>();
  readonly #commentary = new Set<number>();
  /** Pieces came that do not say of which message they are: then only the pieces count. */
  #isUnplaced = false;
  #hasReasoned = false;

  /** @throws {StreamFault} where the event carries the provider's error. */
  read(value: unknown): ChunkMeaning {
    const event = objectOf(value);
    if (event.error) throw new StreamFault(event.error);
    if (event.object === 'response') return this.#response(event);
    switch (event.type) {
      case 'error':
        throw new StreamFault(event);
      case 'response.output_text.delta':
        return this.#piece('text', event);
      case 'response.refusal.delta':
        return this.#piece('refusal', event);
      case 'response.output_text.done':
        return this.#whole('text', event, textOf(event.text));
      case 'response.refusal.done':
        return this.#whole('refusal', event, textOf(event.refusal));
      case 'response.content_part.done':
        return this.#part(event, objectOf(event.part));
      case 'response.output_item.added': {
        const item = objectOf(event.item);
        if (item.type === 'function_call') return { calls: [itemCall(item, placeIn(event), false)] };
        this.#begin(item, placeIn(event));
        return {};
      }
      case 'response.function_call_arguments.delta':
        return { calls: [argumentsOf(event, textOf(event.delta), false)] };
      case 'response.function_call_arguments.done':
        return { calls: [argumentsOf(event, textOf(event.arguments), true)] };
      case 'response.output_item.done': {
        const item = objectOf(event.item);
        const meaning = this.#item(item, placeIn(event));
        this.#hasReasoned ||= item.type === 'reasoning';
        return meaning;
      }
      case 'response.reasoning_text.delta':
      case 'response.reasoning_summary_text.delta':
        this.#hasReasoned = true;
        return { reasoning: textOf(event.delta) };
      case 'response.created':
      case 'response.in_progress':
        return modelOf(objectOf(event.response));
      case 'response.completed':
      case 'response.incomplete':
      case 'response.failed':
      case 'response.cancelled':
        return this.#response(withStatus(objectOf(event.response), event.type.slice('response.'.length)));
      default:
        return {};
    }
  }

  #piece(kind: Words, event: JsonObject): ChunkMeaning {
    const named = this.#places.get(textOf(event.item_id));
    const place = this.#place(event.item_id, placeIn(event));
    this.#isUnplaced ||= named === undefined && placeIn(event) === undefined;
    // The same message once more, at another place.
    if (named !== undefined && placeIn(event) !== undefined && named !== placeIn(event)) return {};
    return this.#append(kind, place, placeInMessage(event), textOf(event.delta));
  }

  #whole(kind: Words, event: JsonObject, text: string): ChunkMeaning {
    const place = this.#place(event.item_id, placeIn(event));
    return this.#rest(kind, place, placeInMessage(event), text);
  }

  #part(event: JsonObject, part: JsonObject): ChunkMeaning {
    const kind = kindOf(part);
    return kind === undefined ? {} : this.#whole(kind, event, textOf(part[kind]));
  }

  #begin(item: JsonObject, at: number | undefined): number {
    const place = this.#place(item.id, at);
    if (item.phase === 'commentary') this.#commentary.add(place);
    return place;
  }

  /** A whole item, of which anything may have come before. */
  #item(item: JsonObject, at: number | undefined): ChunkMeaning {
    if (item.type === 'function_call') return { calls: [itemCall(item, at, !isUnfinished(item))] };
    if (item.type === 'reasoning' && !this.#hasReasoned) return { reasoning: thoughtsOf(item) };
    if (item.type !== 'message') return {};
    const place = this.#begin(item, at);
    const meanings = listOf(item.content)
      .map(objectOf)
      .flatMap((part, index) => {
        const kind = kindOf(part);
        return kind === undefined ? [] : [this.#rest(kind, place, index, textOf(part[kind]))];
      });
    return together(meanings);
  }

  /** The response object as a whole, as it stands at the end. */
  #response(response: JsonObject): ChunkMeaning {
    const { status, error } = response;
    if (error || status === 'failed')
      throw new StreamFault(error ?? 'The provider failed to answer and gave no reason.');
    const usage = objectOf(response.usage);
    const items = listOf(response.output).map(objectOf);
    const completed = together(items.map((item, index) => this.#item(item, index)));
    this.#hasReasoned = true;
    return {
      ...modelOf(response),
      ...findingsOf(response),
      ...usageOf(usage.input_tokens, usage.output_tokens),
      ...completed,
      end: endOf(status, objectOf(response.incomplete_details).reason),
      last: true,
    };
  }

  /** The place of a message: where its name was first met, else where it stands; without either it is the first. */
  #place(name: unknown, at: number | undefined): number {
    const id = textOf(name);
    const place = this.#places.get(id) ?? at ?? 0;
    if (id !== '' && this.#places.size < mostItems) this.#places.set(id, place);
    return place;
  }

  #append(kind: Words, place: number, index: number, text: string): ChunkMeaning {
    const key = keyOf(kind, place, index);
    const before = this.#parts.get(key) ?? '';
    if (this.#parts.size < mostItems) this.#parts.set(key, before + text);
    return this.#commentary.has(place) ? { reasoning: text } : { [kind]: text };
  }

  /** What has not come of a part whose words are whole now. */
  #rest(kind: Words, place: number, index: number, text: string): ChunkMeaning {
    const before = this.#parts.get(keyOf(kind, place, index)) ?? '';
    if (before !== '' && !text.startsWith(before)) return {};
    // The very same again under another name is a repetition, too.
    if (before === '' && (this.#isUnplaced || this.#isRepeated(kind, text))) return {};
    const rest = text.slice(before.length);
    return rest === '' ? {} : this.#append(kind, place, index, rest);
  }

  #isRepeated(kind: Words, text: string): boolean {
    for (const [key, completed] of this.#parts) if (completed === text && key.startsWith(kind)) return true;
    return false;
  }
}

function keyOf(kind: Words, place: number, index: number): string {
  return `${kind} ${place} ${index}`;
}

function thoughtsOf({ summary, content }: JsonObject): string {
  return [...listOf(summary), ...listOf(content)].map(part => textOf(objectOf(part).text)).join('');
}

function kindOf({ type }: JsonObject): Words | undefined {
  if (type === words.text) return 'text';
  return type === words.refusal ? 'refusal' : undefined;
}

function placeIn({ output_index: index }: JsonObject): number | undefined {
  return typeof index === 'number' ? index : undefined;
}

function placeInMessage({ content_index: index }: JsonObject): number {
  return typeof index === 'number' ? index : 0;
}

function together(meanings: readonly ChunkMeaning[]): ChunkMeaning {
  const all = (kind: 'text' | 'refusal' | 'reasoning'): string =>
    meanings.map(meaning => meaning[kind] ?? '').join('');
  const calls = meanings.flatMap(meaning => meaning.calls ?? []);
  return {
    text: all('text'),
    refusal: all('refusal'),
    reasoning: all('reasoning'),
    ...(calls.length === 0 ? {} : { calls }),
  };
}

/** A call as an item of the answer, with the arguments as far as they are; at its end it is known by its id alone. */
function itemCall(item: JsonObject, place: number | undefined, isDone: boolean): CallPiece {
  const id = textOf(item.call_id);
  const at = isDone && id !== '' ? undefined : place;
  const given = givenArguments(item.arguments);
  return {
    ...argumentsOf({ item_id: item.id, output_index: at, name: item.name }, given, true),
    id,
    isDone,
  };
}

function argumentsOf(event: JsonObject, given: string, isWhole: boolean): CallPiece {
  return {
    place: placeIn(event),
    item: textOf(event.item_id),
    name: textOf(event.name),
    arguments: given,
    isWhole,
  };
}

function givenArguments(given: unknown): string {
  return typeof given === 'object' && given !== null ? JSON.stringify(given) : textOf(given);
}

/** Sloppy servers leave the status out or as it was: then the event's own name says it. */
function withStatus(response: JsonObject, named: string): JsonObject {
  const status = textOf(response.status);
  return status === '' || unended.includes(status) ? { ...response, status: named } : response;
}

/** Statuses of a response that is not at its end, as one that was not waited for is sent whole. */
const unended: readonly unknown[] = ['queued', 'in_progress'];

function isUnfinished({ status }: JsonObject): boolean {
  return status === 'incomplete' || unended.includes(status);
}

function endOf(status: unknown, why: unknown): EndReason {
  if (status === 'cancelled' || unended.includes(status)) return 'cut';
  if (status !== 'incomplete') return 'complete';
  if (why === 'content_filter') return 'filtered';
  return why === 'max_output_tokens' || why === 'max_tokens' ? 'length' : 'cut';
}

function modelOf(response: JsonObject): { model?: string } {
  const model = textOf(response.model);
  return model ? { model } : {};
}
