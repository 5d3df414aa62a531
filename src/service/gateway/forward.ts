import { formatSeconds } from '../../base/format.ts';
import { parseJson } from '../../base/json.ts';
import { addressBelow } from '../../base/address.ts';
import { boundedPieces, readBeginning } from '../../base/node/boundedBody.ts';
import { freeBytes } from '../../base/node/freeBytes.ts';
import type { ByteSource } from '../../base/node/pieceReader.ts';
import { RequestTimeout } from '../../base/node/idleTimeout.ts';
import type { SendInit } from '../../base/node/transport.ts';
import { onAbort } from '../../base/onAbort.ts';
import { redact } from '../../base/redact.ts';
import { keyHeaders } from '../../inference/api/keyHeaders.ts';
import type { ServiceContext, ServiceDependencies } from '../context.ts';
import { isTooDeep } from '../http/limitDepth.ts';
import { invalidKey, ServiceError } from '../http/serviceError.ts';
import { findDescriber } from '../store/textOnlyModels.ts';
import { resolveModel } from './chooseModel.ts';
import type { ResolvedModel } from './chooseModel.ts';
import { readQuestion } from './gatewayQuestion.ts';
import { describedBody, mayHaveImages } from './images/describedBody.ts';
import { readingOut } from './readOut.ts';
import { boundOf } from '../money/requestBound.ts';
import type { OpenRequest } from '../money/spending.ts';
import type { TokenCount } from '../money/tokenCount.ts';
import { redactReason, scrubKey } from './keyScrubber.ts';
import { shuttingDown } from './liveRequests.ts';
import type { LiveRequest } from './liveRequests.ts';
import type { Share } from './load.ts';
import { passedHeaders } from './passedHeaders.ts';
import { relayStream } from './relayStream.ts';
import { readStreamUsage, readWholeUsage } from './usageReader.ts';

/** Milliseconds without a byte of a provider, and for a request in all: a local model may think for minutes. */
const [silenceMs, totalMs] = [10 * 60_000, 6 * 60 * 60_000];
/** Bytes of an answer in one piece, of one that is held until it is whole, of a stream, and of a failure's reason. */
const largestAnswer = 32 * 1024 * 1024;
const largestHeld = 1024 * 1024;
const largestStream = 128 * 1024 * 1024;
const largestReason = 64 * 1024;

/**
 * Asks the provider that the model names, with the workspace's key for it, and passes the answer on.
 * @param dedicated The model that is asked whichever one the request names.
 */
export async function forward(
  c: ServiceContext,
  dependencies: ServiceDependencies,
  endpoint: 'responses' | 'chat/completions',
  dedicated?: string,
): Promise<Response> {
  const caller = c.get('caller');
  if (caller.kind !== 'serviceKey') throw invalidKey();
  const { id: keyId, name: keyName, workspaceId, createdBy: memberId } = caller.key;
  const sent = sentBody(c);
  const share = await readingOut(sent, () => {
    if (dependencies.draining()) throw shuttingDown();
    return dependencies.load.open(keyId);
  });
  const live = dependencies.live.begin(keyId);
  const { signal } = live;
  const timer = setTimeout(() => live.stop(tookTooLong()), totalMs).unref();
  const stopListening = onAbort(c.req.raw.signal, () => live.stop(disconnected()));
  const over = () => {
    clearTimeout(timer);
    stopListening();
    share.end();
    live.end();
  };
  let passing = false;
  let spending: OpenRequest | undefined;
  const received = { begun: false, bytes: 0 };
  try {
    const question = await readQuestion({ headers: c.req.raw.headers, body: sent }, share);
    const chosen = resolveModel(dependencies, workspaceId, dedicated ?? question.model);
    const describedBy = findDescriber(dependencies.store, workspaceId, chosen.name);
    const described =
      describedBy !== undefined && mayHaveImages(question.bytes)
        ? await describedBody(dependencies, {
            ...{ bytes: question.bytes, endpoint, chosen, describedBy, share, timeoutMs: silenceMs },
            key: { id: keyId, name: keyName, workspaceId, createdBy: memberId },
            category: dedicated === undefined ? 'gateway' : 'dedicated',
            signal,
          }).catch((error: unknown) => {
            throw endedBy(signal) ?? error;
          })
        : undefined;
    const body = described?.body ?? question.bodyFor(chosen.model, dedicated !== undefined);
    spending = await dependencies.spending
      .open({
        ...{ workspaceId, keyId, keyName, memberId, model: chosen.name },
        bound: price =>
          boundOf({ ...question, bytes: Buffer.from(body.buffer, body.byteOffset, body.byteLength) }, price),
        signal,
      })
      .catch((error: unknown) => {
        throw endedBy(signal) ?? error;
      });
    const { answered } = spending;
    const response = await ask({ chosen, endpoint, body, stream: question.stream, live, dependencies });
    const headers = {
      ...headersFor(response, chosen),
      ...(described === undefined ? {} : { 'x-sightline-images': described.words }),
    };
    if (!response.ok) return await failed(c, response, chosen, headers);
    received.begun = true;
    const count = (tokens: TokenCount) => {
      const nano = answered(tokens, received.bytes);
      dependencies.usage.countGateway({
        ...{ workspaceId, keyId, keyName, memberId, model: chosen.name },
        ...tokens,
        nano,
      });
    };
    const streamed = isEventStream(response);
    const usage = streamed ? readStreamUsage() : readWholeUsage();
    const read = (piece: Uint8Array) => {
      received.bytes += piece.byteLength;
      usage.push(piece);
    };
    const limits = { bytes: streamed ? largestStream : largestAnswer, silenceMs, totalMs };
    const pieces = boundedPieces(response.body, limits);
    const answer = streamed ? { first: [], whole: false } : await beginningOf(pieces, share, signal);
    if (answer.whole) {
      answer.first.forEach(read);
      count(usage.count());
      const scrubber = scrubKey(chosen.key);
      const parts = [...answer.first.map(piece => scrubber.push(piece)), scrubber.rest()];
      return c.body(Buffer.concat(parts), 200, headers);
    }
    const disconnect = () => (c.env as ServiceContext['env'] | undefined)?.outgoing?.destroy() !== undefined;
    const relayed = relayStream(streamed ? pieces : continued(answer.first, pieces), {
      key: chosen.key,
      signal,
      ...(streamed ? {} : { breakOff: disconnect }),
      onChunk: read,
      onEnd: whole => {
        over();
        // Where the provider still sends: nobody reads it any more.
        if (!whole) live.stop(tookTooLong());
        setImmediate(() => count(usage.count()));
      },
      onStall: disconnect,
    });
    passing = true;
    return c.body(relayed, 200, headers);
  } finally {
    if (!passing) {
      over();
      // What was stopped while the provider worked on it is paid for.
      if (received.begun || endedBy(signal)) spending?.answered(noTokens, received.bytes);
      else spending?.failed();
    }
  }
}

const noTokens: TokenCount = { inputTokens: 0, outputTokens: 0 };

/** The body of a request. Where there is a socket it is read from there: web streams make each of its pieces dear. */
function sentBody(c: ServiceContext): ByteSource | null {
  return (c.env as ServiceContext['env'] | undefined)?.incoming ?? c.req.raw.body;
}

async function ask({
  chosen: { address, key, label, fetch },
  endpoint,
  body,
  stream,
  live: { signal, stop },
  dependencies: { localProviders, log },
}: {
  chosen: ResolvedModel;
  endpoint: string;
  body: Uint8Array<ArrayBuffer>;
  stream: boolean;
  live: LiveRequest;
  dependencies: ServiceDependencies;
}): Promise<Response> {
  const silence = setTimeout(() => stop(new RequestTimeout(silenceMs, false)), silenceMs);
  const sent: SendInit = { onSent: () => freeBytes(body) };
  try {
    return await fetch(addressBelow(address, endpoint), {
      ...sent,
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        accept: stream ? 'text/event-stream' : 'application/json',
        'user-agent': 'sightline-service',
        ...keyHeaders(address, key),
      },
      body,
      signal,
    });
  } catch (error) {
    const ended = endedBy(signal);
    if (ended) throw ended;
    const reason = redact(connectionReason(signal.aborted ? signal.reason : error), key);
    log({ level: 'warn', message: `${label} cannot be reached: ${reason}` });
    // Of a shared service's network nobody learns anything: all faults are worded alike.
    throw new ServiceError(502, `${label} cannot be reached${localProviders ? `: ${reason}` : ''}`);
  } finally {
    clearTimeout(silence);
  }
}

/** Why a request was stopped, in words for its client; nothing where it was not, or the provider is to blame. */
function endedBy({ reason }: AbortSignal): ServiceError | undefined {
  return reason instanceof ServiceError ? reason : undefined;
}

function tookTooLong(): ServiceError {
  return new ServiceError(504, 'The request took too long');
}

function disconnected(): ServiceError {
  return new ServiceError(408, 'The client disconnected');
}

/** The first pieces of an answer, held until they are all of it, or more than are held. */
async function beginningOf(
  pieces: AsyncGenerator<Uint8Array>,
  share: Share,
  signal: AbortSignal,
): Promise<{ first: Uint8Array[]; whole: boolean }> {
  const first: Uint8Array[] = [];
  let size = 0;
  try {
    while (size < largestHeld) {
      const next: IteratorResult<Uint8Array, unknown> = await pieces.next();
      if (next.done === true) return { first, whole: true };
      share.take(next.value.byteLength);
      size += next.value.byteLength;
      first.push(next.value);
    }
    return { first, whole: false };
  } catch (error) {
    await pieces.return(undefined);
    if (error instanceof ServiceError) throw error;
    throw endedBy(signal) ?? new ServiceError(502, 'The connection to the provider was lost');
  }
}

/** The pieces that have come and those that are to come. */
async function* continued(
  first: readonly Uint8Array[],
  pieces: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* first;
  yield* pieces;
}

/** The provider's status and reason, without its key; a page instead of a reason becomes one line. */
async function failed(
  c: ServiceContext,
  response: Response,
  { label, key }: ResolvedModel,
  headers: Record<string, string>,
): Promise<Response> {
  const { status } = response;
  const reason = parsed(await readBeginning(response, { bytes: largestReason, totalMs: 10_000 }));
  const { 'content-type': _type, ...others } = headers;
  if (status < 400 || reason === undefined) {
    const message = `${label} answered ${status}${status < 400 ? ' instead of an answer' : ''}`;
    return c.json({ error: message }, status < 400 ? 502 : (status as 500), others);
  }
  const words = JSON.stringify(redactReason(reason, key));
  return c.body(words, status as 500, { ...others, 'content-type': 'application/json' });
}

function parsed(text: string): object | undefined {
  const value = isTooDeep(text) ? undefined : parseJson(text);
  return typeof value === 'object' && value !== null ? value : undefined;
}

function headersFor({ headers }: Response, { provider, key }: ResolvedModel): Record<string, string> {
  // Tells a client whose 401 or 429 it is: the provider's, not the service's.
  return {
    'content-type': 'application/json',
    ...passedHeaders(headers, key),
    'x-sightline-provider': provider,
  };
}

function isEventStream(response: Response): boolean {
  return response.headers.get('content-type')?.toLowerCase().startsWith('text/event-stream') === true;
}

function connectionReason(error: unknown): string {
  if (error instanceof RequestTimeout) return `nothing came for ${formatSeconds(error.milliseconds / 1000)}`;
  if (!(error instanceof Error)) return 'the connection failed';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
