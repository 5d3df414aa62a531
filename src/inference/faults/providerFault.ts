/** What a server said when it refused, whatever shape it said it in. */
export interface ProviderFault {
  /** HTTP status, where there was one. */
  status?: number;
  /** The server's own name for the fault (`insufficient_quota`, `unsupported_parameter`), where it gave one. */
  code?: string;
  /** The parameter it complains about, where it named one. */
  param?: string;
  /** Its words, unshortened; empty where it said nothing. */
  reason: string;
  headers?: Headers;
  /** What it said, as it said it: a text, or JSON of any shape. */
  body?: unknown;
}

/** Levels of a fault that are looked through: a list of one, an error within an error. */
const deepestFault = 10;

/** A fault that was read and cleaned of secrets: what is kept of a server's refusal as the cause of our error. */
export class KnownFault extends Error {
  readonly fault: ProviderFault;

  constructor(fault: ProviderFault) {
    super([fault.status, fault.reason].filter(Boolean).join(' '));
    this.name = 'KnownFault';
    this.fault = fault;
  }
}

/** An error that a server sent inside an answer that had begun. As raw as {@link HttpFault}. */
export class StreamFault extends Error {
  /** The error as the server put it: a text, or an object in any of the usual shapes. */
  readonly payload: unknown;

  constructor(payload: unknown) {
    super('the server reported an error inside its answer');
    this.name = 'StreamFault';
    this.payload = payload;
  }
}

/**
 * A refusal by HTTP status, in the shape in which the provider client reports one too. It holds the server's words as
 * they came, keys included, and must be translated before anybody sees it.
 */
export class HttpFault extends Error {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed body, where it was JSON. */
  readonly error: unknown;

  constructor(response: Response, text: string) {
    super(`${response.status} ${text}`);
    this.name = 'HttpFault';
    this.status = response.status;
    this.headers = response.headers;
    this.error = parsed(text);
  }
}

/**
 * Reads a {@link KnownFault}, a {@link StreamFault}, an {@link HttpFault} or an error of the provider client;
 * `undefined` for all else.
 */
export function readFault(error: unknown): ProviderFault | undefined {
  if (error instanceof KnownFault) return error.fault;
  if (error instanceof StreamFault)
    return { ...describePayload(error.payload), ...statusInside(error.payload), body: error.payload };
  // The client's classes are known by their fields: their names do not outlive bundling.
  if (!(error instanceof Error) || !('status' in error) || typeof error.status !== 'number') return undefined;
  const payload = 'error' in error ? error.error : undefined;
  const described = describePayload(payload);
  return {
    ...described,
    reason: described.reason || (payload == null ? textOf(error.message) : ''),
    status: error.status,
    body: payload,
    ...('headers' in error && error.headers instanceof Headers ? { headers: error.headers } : {}),
  };
}

/** The text after the status in the message of an error; the client has words of its own where there was none. */
function textOf(message: string): string {
  return message.replace(/^\d{3} ?(?:status code \(no body\)$)?/, '');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined; // Not JSON: the message carries the text.
  }
}

/**
 * The shapes in use: a text, `{message, code, param}`, the same below `error`, FastAPI's `detail`, Google's list of
 * one, and OpenRouter's `metadata.raw` with the words of the provider behind it.
 */
function describePayload(payload: unknown, levels = deepestFault): ProviderFault {
  if (typeof payload === 'string') return { reason: payload };
  if (levels === 0) return { reason: '' };
  if (Array.isArray(payload))
    return payload.length > 0 ? describePayload(payload[0], levels - 1) : { reason: '' };
  if (!isObject(payload)) return { reason: '' };
  if (payload.error != null && payload.error !== '')
    return { ...own(payload), ...describePayload(payload.error, levels - 1) };
  return { reason: '', ...own(payload) };
}

function own(payload: Record<string, unknown>): { code?: string; param?: string; reason?: string } {
  const code = [payload.code, payload.type].find(value => typeof value === 'string' && value !== 'error');
  const reason = words(payload.message) || details(payload.detail) || words(payload.msg);
  const raw = isObject(payload.metadata) ? words(payload.metadata.raw) : '';
  return {
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof payload.param === 'string' ? { param: payload.param } : {}),
    ...(reason || raw ? { reason: [reason, raw].filter(Boolean).join(': ') } : {}),
  };
}

/** `detail` is a text, or a list of `{loc: ['body', 'temperature'], msg}`. */
function details(detail: unknown): string {
  if (!Array.isArray(detail)) return words(detail);
  return detail
    .filter(isObject)
    .map(({ loc, msg }) => `${Array.isArray(loc) ? `${loc.slice(-1).join('')}: ` : ''}${words(msg)}`)
    .join('; ');
}

function words(value: unknown): string {
  if (typeof value === 'string' || value == null) return value ?? '';
  try {
    return JSON.stringify(value);
  } catch {
    return ''; // Nested deeper than can be written.
  }
}

/** Inside a stream the status stands in the error itself, as a number or in digits. */
function statusInside(payload: unknown, levels = deepestFault): { status?: number } {
  if (!isObject(payload) || levels === 0) return {};
  if (isObject(payload.error)) return statusInside(payload.error, levels - 1);
  const status = Number(payload.status ?? payload.code);
  return Number.isInteger(status) && status >= 400 && status <= 599 ? { status } : {};
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
