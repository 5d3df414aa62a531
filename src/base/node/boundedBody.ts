import { RequestTimeout } from './idleTimeout.ts';
import { ownTurn } from './ownTurn.ts';
import { pieceReader } from './pieceReader.ts';
import type { ByteSource } from './pieceReader.ts';

/** How much of a body is read, and for how long. A body comes from outside: none may be without an end. */
export interface BodyLimits {
  /** Most bytes, counted after decompression. */
  bytes: number;
  /** Milliseconds without a byte. 60 s. */
  silenceMs?: number;
  /** Milliseconds for all of it. 5 minutes. */
  totalMs?: number;
  /** Hears of the bytes of each piece before it is kept; throws where there is no room for it. */
  take?: (bytes: number) => void;
}

/** Bytes after which a body that comes faster than it is read lets others have their turn. */
const bytesOfTurn = 64 * 1024;

/** A body has more bytes than its reader takes. */
export class BodyTooLarge extends Error {
  /** The limit. */
  readonly bytes: number;

  constructor(bytes: number) {
    super(`the response has more than ${bytes} bytes`);
    this.name = 'BodyTooLarge';
    this.bytes = bytes;
  }
}

/**
 * The pieces of a body as they come. At each limit the connection is closed; of the piece that goes beyond the limit in
 * bytes, what is within it still comes. A body at full speed does not hold up the event loop: after every 64 KiB others
 * have their turn, however many bytes are already here, and however many bodies come at once.
 * @throws {BodyTooLarge} {@link RequestTimeout}, and what the connection or `take` throws.
 */
export async function* boundedPieces(
  body: ByteSource | null,
  { bytes, silenceMs = 60_000, totalMs = 300_000, take }: BodyLimits,
): AsyncGenerator<Uint8Array> {
  if (body === null) return;
  const reader = pieceReader(body);
  let late: RequestTimeout | undefined;
  // A read that waits ends when its reader is cancelled.
  const end = (milliseconds: number) => {
    late ??= new RequestTimeout(milliseconds, true);
    reader.cancel(late).catch(() => undefined);
  };
  const silence = setTimeout(end, silenceMs, silenceMs);
  const total = setTimeout(end, totalMs, totalMs);
  try {
    let turn = bytesOfTurn;
    for (let left = bytes; ;) {
      const { done, value } = await reader.read();
      if (late) throw late;
      if (done) return;
      silence.refresh();
      const piece = value.subarray(0, left);
      take?.(piece.byteLength);
      yield piece;
      left -= value.byteLength;
      if (left < 0) throw new BodyTooLarge(bytes);
      turn -= value.byteLength;
      if (turn > 0) continue;
      turn = bytesOfTurn;
      await ownTurn();
    }
  } finally {
    clearTimeout(silence);
    clearTimeout(total);
    // Not awaited: a connection that hangs must not hold up what came over it.
    reader.cancel().catch(() => undefined);
  }
}

/** A whole body. Throws as {@link boundedPieces} does. */
export async function readBytes(response: Response, limits: BodyLimits): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of boundedPieces(response.body, limits)) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** A whole body as text. Throws as {@link boundedPieces} does. */
export async function readText(response: Response, limits: BodyLimits): Promise<string> {
  return new TextDecoder().decode(await readBytes(response, limits));
}

/** What the words of a refusal are worth. */
const refusalLimits: BodyLimits = { bytes: 100_000, totalMs: 5000 };

/** The beginning of a body, as far as it comes within the limits: for words about a failure. Never throws. */
export async function readBeginning(response: Response, limits: BodyLimits = refusalLimits): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const piece of boundedPieces(response.body, limits))
      text += decoder.decode(piece, { stream: true });
  } catch {
    // The status says enough where the words about it do not come through.
  }
  return text;
}
