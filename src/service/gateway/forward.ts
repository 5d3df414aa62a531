import { redact } from '../../base/redact.ts';
import type { ServiceContext, ServiceDependencies } from '../context.ts';
import { invalidKey, ServiceError } from '../http/serviceError.ts';
import { redactReason } from './keyScrubber.ts';
import { chooseModel } from './chooseModel.ts';
import type { ChosenModel } from './chooseModel.ts';
import { readLimited } from './readLimited.ts';
import { relayStream } from './relayStream.ts';
import { readStreamUsage, usageOf } from './usageReader.ts';
import type { TokenCount } from './usageReader.ts';

/** The body of a request for an answer, of either API format: our business is the model only. */
export type GatewayBody = Record<string, unknown> & { model: string };

/** Headers of a provider that the client needs; all others stay here. */
const passedHeaders = ['content-type', 'retry-after', 'retry-after-ms', 'x-should-retry'];

/** Asks the provider that the model names, with the workspace's key for it, and passes the answer on. */
export async function forward(
  c: ServiceContext,
  dependencies: ServiceDependencies,
  endpoint: 'responses' | 'chat/completions',
  body: GatewayBody,
): Promise<Response> {
  const caller = c.get('caller');
  if (caller.kind !== 'serviceKey') throw invalidKey();
  const { id: keyId, name: keyName, workspaceId } = caller.key;
  const chosen = chooseModel(dependencies, workspaceId, body.model);
  const { signal: revoked, end } = dependencies.live.begin(keyId);
  const count = (tokens: TokenCount) =>
    dependencies.usage.countGateway({ workspaceId, keyId, keyName, model: chosen.name, ...tokens });
  let streaming = false;
  try {
    const response = await ask(c.req.raw.signal, revoked, chosen, endpoint, body);
    const headers = headersFor(response, chosen);
    if (response.ok && response.body !== null && isEventStream(response)) {
      const reader = readStreamUsage();
      const stream = relayStream(response.body, {
        key: chosen.key,
        signal: revoked,
        onChunk: reader.push,
        onEnd: () => {
          end();
          setImmediate(() => count(reader.count()));
        },
        onStall: () => (c.env as ServiceContext['env'] | undefined)?.outgoing?.destroy(),
      });
      streaming = true;
      return c.body(stream, 200, headers);
    }
    const text = await wholeText(response, c.req.raw.signal, revoked);
    if (!response.ok) return failed(c, response, text, chosen, headers);
    count(usageOf(text) ?? { inputTokens: 0, outputTokens: 0 });
    return c.body(chosen.key === undefined ? text : text.replaceAll(chosen.key, '[key]'), 200, headers);
  } finally {
    if (!streaming) end();
  }
}

async function ask(
  client: AbortSignal,
  revoked: AbortSignal,
  { address, key, model, label, fetch }: ChosenModel,
  endpoint: string,
  body: GatewayBody,
): Promise<Response> {
  try {
    return await fetch(endpointOf(address, endpoint), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: body.stream === true ? 'text/event-stream' : 'application/json',
        'user-agent': 'sightline-service',
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify({ ...body, model }),
      signal: AbortSignal.any([client, revoked]),
    });
  } catch (error) {
    if (revoked.aborted) throw invalidKey();
    if (client.aborted) throw new ServiceError(408, 'The client has gone');
    throw new ServiceError(502, `${label} cannot be reached: ${redact(connectionReason(error), key)}`);
  }
}

async function wholeText(response: Response, client: AbortSignal, revoked: AbortSignal): Promise<string> {
  try {
    return await readLimited(response);
  } catch (error) {
    if (revoked.aborted) throw invalidKey();
    if (client.aborted) throw new ServiceError(408, 'The client has gone');
    if (error instanceof ServiceError) throw error;
    throw new ServiceError(502, 'The connection to the provider broke off');
  }
}

/** The provider's status and reason, without its key; a page instead of a reason becomes one line. */
function failed(
  c: ServiceContext,
  response: Response,
  text: string,
  { label, key }: ChosenModel,
  headers: Record<string, string>,
): Response {
  const { status } = response;
  const reason = parsed(text);
  if (status < 400 || reason === undefined) {
    const { 'content-type': _page, ...others } = headers;
    const message = `${label} answered ${status}${status < 400 ? ' instead of an answer' : ''}`;
    return c.json({ error: message }, status < 400 ? 502 : (status as 500), others);
  }
  return c.body(JSON.stringify(redactReason(reason, key)), status as 500, headers);
}

function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined; // A page, or nothing.
  }
}

function headersFor(response: Response, { provider }: ChosenModel): Record<string, string> {
  const passed = passedHeaders.flatMap(name => {
    const value = response.headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  // Tells a client whose 401 or 429 it is: the provider's, not the service's.
  return { ...(Object.fromEntries(passed) as Record<string, string>), 'x-sightline-provider': provider };
}

function endpointOf(address: string, endpoint: string): string {
  const url = new URL(address);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${endpoint}`;
  return url.href;
}

function isEventStream(response: Response): boolean {
  return response.headers.get('content-type')?.toLowerCase().startsWith('text/event-stream') === true;
}

function connectionReason(error: unknown): string {
  if (!(error instanceof Error)) return 'the connection failed';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
