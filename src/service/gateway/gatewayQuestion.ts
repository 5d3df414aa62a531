import { BodyTooLarge, boundedPieces } from '../../base/node/boundedBody.ts';
import { freeBytes } from '../../base/node/freeBytes.ts';
import { RequestTimeout } from '../../base/node/idleTimeout.ts';
import { JsonMembers, JsonRefused } from '../../base/node/jsonMembers.ts';
import type { JsonMember } from '../../base/node/jsonMembers.ts';
import type { BoundedQuestion } from '../money/requestBound.ts';
import type { ByteSource } from '../../base/node/pieceReader.ts';
import { gatewayLimit, tooLarge } from '../http/limitBody.ts';
import { ServiceError } from '../http/serviceError.ts';
import type { Share } from './load.ts';
import { bodyTimes, readingOut } from './readOut.ts';

/** A request of a client: what it says of its body, and where that comes from. */
export interface SentRequest {
  headers: Headers;
  body: ByteSource | null;
}

/** A question as the client sent it: bytes that are passed on, of which we know only what concerns us. */
export interface GatewayQuestion extends BoundedQuestion {
  /** The model as the client named it, `provider/model`. */
  model: string;
  /** Whether the answer is to come as a stream. */
  stream: boolean;
  /** The body as it came, until {@link bodyFor} is called. */
  bytes: Buffer<ArrayBuffer>;
  /**
   * The body with the model's name as the provider knows it. To be called once: it is written into the same bytes, or into
   * a copy where it is longer and `mayGrow`.
   */
  bodyFor: (model: string, mayGrow?: boolean) => Uint8Array<ArrayBuffer>;
}

/** Members that say how long an answer may be; bytes of their values. */
const outputLimits = { max_tokens: 20, max_completion_tokens: 20, max_output_tokens: 20 };
/** Members by which a question goes on with what lies at the provider. */
const goingOn = { previous_response_id: 2000, conversation: 2000, prompt: 10_000 };

/** Bytes of the name of a model in JSON. */
const longestModel = 1500;

/**
 * Reads a question without parsing it. Room for it is taken before: for a body that does not say how long it is, as for
 * the largest. What is refused is read to its end all the same.
 * @throws {ServiceError} 400, 408, 413 or 503.
 */
export async function readQuestion({ headers, body }: SentRequest, share: Share): Promise<GatewayQuestion> {
  if (!/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(headers.get('content-type') ?? ''))
    throw new ServiceError(400, 'The request must be JSON with the content type application/json');
  const contentLength = lengthOf(headers);
  if (contentLength !== undefined && contentLength > gatewayLimit) throw tooLarge(gatewayLimit);
  await readingOut(body, () => share.take(contentLength ?? gatewayLimit));
  const members = new JsonMembers({
    wanted: { model: longestModel, stream: 10, n: 20, ...outputLimits, ...goingOn },
  });
  try {
    let refused: JsonRefused | undefined;
    const whole = await collect(body, contentLength, piece => {
      if (refused === undefined) refused = refusalOf(() => members.push(piece));
    });
    if (refused !== undefined) throw refused;
    return question(whole, members.end());
  } catch (error) {
    if (error instanceof JsonRefused)
      throw new ServiceError(400, `The request cannot be read: ${error.message}`);
    if (error instanceof BodyTooLarge) throw tooLarge(gatewayLimit);
    if (error instanceof RequestTimeout)
      throw new ServiceError(408, 'The request ended before its body was complete');
    throw error;
  }
}

function refusalOf(read: () => void): JsonRefused | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    if (error instanceof JsonRefused) return error;
    throw error;
  }
}

function lengthOf(headers: Headers): number | undefined {
  const text = headers.get('content-length');
  return text !== null && /^\d{1,15}$/.test(text) && !headers.has('transfer-encoding')
    ? Number(text)
    : undefined;
}

/** The whole body in one buffer; each piece is looked at as it comes. */
async function collect(
  body: ByteSource | null,
  length: number | undefined,
  look: (piece: Uint8Array) => void,
): Promise<Buffer<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  const whole = length === undefined ? undefined : Buffer.allocUnsafeSlow(length);
  // What comes over a socket was made for this reader; a stream of the web may keep what it gives.
  const owned = body !== null && !('getReader' in body);
  let at = 0;
  for await (const piece of boundedPieces(body, { bytes: length ?? gatewayLimit, ...bodyTimes })) {
    look(piece);
    at += piece.byteLength;
    if (whole) {
      whole.set(piece, at - piece.byteLength);
      if (owned) freeBytes(piece);
    } else pieces.push(piece);
  }
  return whole ? whole.subarray(0, at) : Buffer.concat(pieces);
}

function question(body: Buffer<ArrayBuffer>, members: ReadonlyMap<string, JsonMember>): GatewayQuestion {
  const written = members.get('model');
  if (written !== undefined && written.times > 1) throw new ServiceError(400, 'model: it is given twice');
  const model = valueOf(written?.text);
  if (written === undefined || typeof model !== 'string' || model.length > 250)
    throw new ServiceError(400, 'model: must be a string of at most 250 characters');
  return {
    model,
    stream: valueOf(members.get('stream')?.text) === true,
    mostOutput: mostOutput(members),
    goesOn: Object.keys(goingOn).some(name => (members.get(name)?.text ?? 'null') !== 'null'),
    bytes: body,
    bodyFor: (name, mayGrow = false) => {
      // The provider's part is shorter than the whole; blanks between JSON's parts mean nothing.
      const replacement = Buffer.from(JSON.stringify(name));
      if (replacement.length > written.end - written.start) {
        if (!mayGrow) throw new ServiceError(400, 'model: must be valid UTF-8');
        return Buffer.concat([body.subarray(0, written.start), replacement, body.subarray(written.end)]);
      }
      body.fill(' ', written.start, written.end);
      replacement.copy(body, written.start);
      return body;
    },
  };
}

/** The largest of what is given, times the answers that are wanted; undefined where one of them is no plain number. */
function mostOutput(members: ReadonlyMap<string, JsonMember>): number | undefined {
  const given = (name: string) => (members.get(name)?.text === 'null' ? undefined : members.get(name));
  const numbers = Object.keys(outputLimits).flatMap(name => given(name) ?? []);
  const answers = given('n') ?? { text: '1', times: 1 };
  const all = [answers, ...numbers];
  if (numbers.length === 0 || all.some(({ text, times }) => times > 1 || !/^[1-9]\d{0,9}$/.test(text)))
    return undefined;
  return Math.max(...numbers.map(({ text }) => Number(text))) * Number(answers.text);
}

function valueOf(json: string | undefined): unknown {
  if (json === undefined) return undefined;
  try {
    return JSON.parse(json);
  } catch {
    throw new ServiceError(400, 'The request cannot be read: it is not valid JSON');
  }
}
