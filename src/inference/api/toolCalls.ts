import { randomBytes } from 'node:crypto';
import { SightlineError } from '../../base/errors.ts';
import type { EndReason } from './answer.ts';
import { CallArguments } from './callArguments.ts';
import type { ToolCall, Turn } from './question.ts';
import { t } from '../../base/l10n.ts';

/** What a chunk says of one call of a tool. Whatever is absent is not said. */
export interface CallPiece {
  /** Its place among the calls, or among the items of an answer. */
  place?: number | undefined;
  /** The name of its item, by which other events of a stream refer to it. */
  item?: string;
  id?: string;
  name?: string;
  arguments?: string;
  /** The arguments are all there are. */
  isWhole?: boolean;
  /** Nothing more comes of this call. */
  isDone?: boolean;
}

/** Calls of one answer. */
const mostCalls = 128;

/** Characters of a name; and of an id, in which gateways keep signatures of thoughts. */
const [longestName, longestId] = [256, 16_384];

/** Characters of an id that we make up: Mistral takes ids of nine letters and digits alone. */
const idLength = 9;

interface OpenCall {
  place: number | undefined;
  item: string;
  id: string;
  name: string;
  arguments: CallArguments;
  told: ToolCall | undefined;
}

/**
 * Puts the calls of an answer together from their pieces. Servers differ in how they say which call a piece is of: by the
 * index, which Gemini leaves at 0 for all, by the id, which many send once, in order alone, or with all of a call in one chunk.
 */
export class ToolCallReader {
  readonly #calls: OpenCall[] = [];
  readonly #usedIds: Set<string>;
  #last: OpenCall | undefined;

  /** @param usedIds The ids of the conversation so far. */
  constructor(usedIds: Iterable<string> = []) {
    this.#usedIds = new Set(usedIds);
  }

  /** Takes pieces, and gives the calls that are whole with them. @throws {SightlineError} where it is too much. */
  push(pieces: readonly CallPiece[]): ToolCall[] {
    return pieces.flatMap(piece => {
      const call = this.#find(piece) ?? this.#open(piece);
      this.#last = call;
      // The same once more, as a whole.
      if (call.told !== undefined) return [];
      addTo(call, piece);
      return piece.isDone === true && call.name !== '' ? [this.#tell(call)] : [];
    });
  }

  /** The calls that were not told yet, at the end of an answer. One that was broken off is none. */
  end(reason: EndReason | undefined): ToolCall[] {
    if (reason !== 'complete' && reason !== 'length') return [];
    return this.#calls
      .filter(call => call.told === undefined && call.name !== '')
      .filter(call => reason === 'complete' || call.arguments.isClosed)
      .map(call => this.#tell(call));
  }

  /** All calls that were told, in their order. */
  get told(): readonly ToolCall[] {
    return this.#calls.flatMap(({ told }) => told ?? []);
  }

  #find(piece: CallPiece): OpenCall | undefined {
    const { item = '', id = '', place } = piece;
    const byItem = item === '' ? undefined : this.#calls.findLast(call => call.item === item);
    if (byItem !== undefined) return byItem;
    const isPlaced = (call: OpenCall): boolean =>
      place === undefined || call.place === undefined || call.place === place;
    const byId =
      id === '' ? undefined : this.#calls.findLast(call => call.id === id && (item !== '' || isPlaced(call)));
    if (byId !== undefined) return byId;
    if (place !== undefined) {
      const there = this.#calls.findLast(call => call.place === place);
      return there !== undefined && goesOn(there, piece) ? there : undefined;
    }
    if (id !== '' && this.#last?.id !== '') return undefined;
    return this.#last !== undefined && goesOn(this.#last, piece) ? this.#last : undefined;
  }

  #open({ place, item = '' }: CallPiece): OpenCall {
    if (this.#calls.length >= mostCalls)
      throw new SightlineError(
        'incomplete',
        t('The model called more than {mostCalls} tools in one answer, so the answer was stopped.', {
          mostCalls: String(mostCalls),
        }),
        { hint: t('Ask again, or choose another model.') },
      );
    const call = { place, item, id: '', name: '', arguments: new CallArguments(), told: undefined };
    this.#calls.push(call);
    return call;
  }

  #tell(call: OpenCall): ToolCall {
    const { id, name } = call;
    const isUsable = id !== '' && id.length <= longestId && !this.#usedIds.has(id);
    const made = isUsable ? id : newId();
    this.#usedIds.add(made);
    const given = call.arguments.text;
    call.told = { id: made, name, arguments: ['', 'null'].includes(given.trim()) ? '{}' : given };
    return call.told;
  }
}

/** The ids of the calls that a turn makes or answers. */
export function callIdsOf(turn: Turn): string[] {
  if (turn.role === 'assistant') return (turn.toolCalls ?? []).map(({ id }) => id);
  return turn.role === 'tool' ? [turn.callId] : [];
}

/** Whether a piece at the same place is of this call, and not the beginning of another. */
function goesOn(call: OpenCall, { id = '', name = '', arguments: given = '', isWhole }: CallPiece): boolean {
  const isOtherId = id !== '' && call.id !== '' && id !== call.id;
  const isOtherName = name !== '' && call.name !== '' && name !== call.name;
  if (!call.arguments.isClosed) return !(isOtherId && isOtherName) && !(isWhole === true && isOtherName);
  if (isOtherId || isOtherName) return false;
  return name === '' || given === '' || given === call.arguments.text || call.arguments.text === '{}';
}

function addTo(call: OpenCall, piece: CallPiece): void {
  const { place, item = '', id = '', name = '', arguments: given = '' } = piece;
  call.place ??= place;
  call.item ||= item;
  call.id ||= id;
  call.name = nameWith(call.name, name);
  if (call.name.length > longestName)
    throw new SightlineError('incomplete', t('The model called a tool by a name that is too long.'), {
      hint: t('Ask again, or choose another model.'),
    });
  if (piece.isWhole !== true) call.arguments.push(given);
  else if (given !== '') call.arguments.replace(given);
}

/** A name that comes whole, in pieces, growing, or again with each chunk. */
function nameWith(before: string, piece: string): string {
  if (piece === '' || before === piece) return before;
  return piece.startsWith(before) ? piece : before + piece;
}

function newId(): string {
  return randomBytes(idLength).toString('hex').slice(0, idLength);
}
