import { isJsonObject, parseJson } from '../../base/json.ts';

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
  /** It came inside an answer. */
  isInside?: true;
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

/** How we begin what is told of an answer that cannot be read. */
export const noAnswer = 'Not an answer: ';

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
    this.error = parseJson(text);
  }
}

/**
 * Reads a {@link KnownFault}, a {@link StreamFault}, an {@link HttpFault} or an error of the provider client;
 * `undefined` for all else.
 */
export function readFault(error: unknown): ProviderFault | undefined {
  if (error instanceof KnownFault) return error.fault;
  if (error instanceof StreamFault)
    return {
      ...describePayload(error.payload),
      ...statusInside(error.payload),
      isInside: true,
      body: error.payload,
    };
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

/** Errors inside errors, and JSON inside their texts, deeper than this are not looked for. */
const deepest = 4;
/** Of a list of errors so many are repeated. */
const mostListed = 5;
/** Characters of a text in which JSON is looked for. */
const longestNested = 20_000;

/**
 * The shapes in use: a text, `{message, code, param}`, the same below `error` or `errors`, one or a list of them, FastAPI's
 * `detail`, the `title` of RFC 9457, and OpenRouter's `metadata.raw` with the words of the provider behind it. A gateway
 * may pass on what it was told as JSON within a text.
 */
function describePayload(payload: unknown, depth = 0): ProviderFault {
  if (depth > deepest) return { reason: '' };
  if (typeof payload === 'string') return describeText(payload, depth);
  if (Array.isArray(payload)) return together(payload.slice(0, mostListed), depth);
  if (!isJsonObject(payload)) return { reason: '' };
  const mine = own(payload, depth);
  if (payload.error == null || payload.error === '') return { reason: '', ...mine };
  const inner = describePayload(payload.error, depth + 1);
  return { ...mine, ...inner, reason: joined([inner.reason, mine.reason], ': ') };
}

/** A text, in which a gateway may have put the JSON that it was answered with, often after words of its own. */
function describeText(text: string, depth: number): ProviderFault {
  const start = text.length > longestNested ? -1 : text.search(/[{[]\s*[{"]/);
  if (start < 0) return { reason: text };
  const { reason, ...rest } = describePayload(parseJson(text.slice(start)), depth + 1);
  return reason === '' ? { reason: text } : { ...rest, reason: text.slice(0, start) + reason };
}

/** Several errors: what the first is called, and the words of all. */
function together(errors: readonly unknown[], depth: number): ProviderFault {
  const all = errors.map(error => describePayload(error, depth + 1));
  return {
    ...all[0],
    reason: joined(
      all.map(({ reason }) => reason),
      '; ',
    ),
  };
}

function own(
  payload: Record<string, unknown>,
  depth: number,
): { code?: string; param?: string; reason?: string } {
  const code = [payload.code, payload.type].find(value => typeof value === 'string' && value !== 'error');
  const stated =
    [payload.message, payload.detail, payload.msg, payload.errorMessage, payload.error_description]
      .concat([payload.description, payload.reason, payload.title])
      .map(value => words(value, depth))
      .find(text => text !== '') ?? '';
  const raw = isJsonObject(payload.metadata) ? words(payload.metadata.raw, depth) : '';
  // llama.cpp tells its window beside its words: ggml-org/llama.cpp#15780.
  const window = typeof payload.n_ctx === 'number' && !/\d/.test(stated) ? `n_ctx: ${payload.n_ctx}` : '';
  const reason = joined([stated, words(payload.errors, depth), raw, window], ': ');
  const param = paramOf(payload, depth);
  return {
    ...(typeof code === 'string' ? { code } : {}),
    ...(param === '' ? {} : { param }),
    ...(reason === '' ? {} : { reason }),
  };
}

/** A text; a list of errors, also as `{loc: ['body', 'temperature'], msg}`; or by field: `{model: ['Is missing.']}`. */
function words(value: unknown, depth: number): string {
  if (value == null || depth > deepest) return '';
  if (typeof value === 'string') return describeText(value, depth).reason;
  const isList = Array.isArray(value);
  const found: [unknown, unknown][] = isList
    ? (value as unknown[])
        .slice(0, mostListed)
        .map((one): [unknown, unknown] => [isJsonObject(one) ? placeOf(one) : '', one])
    : describePayload(value, depth + 1).reason === ''
      ? Object.entries(value).slice(0, mostListed)
      : [['', value]];
  const texts = found.map(([name, one]) =>
    joined([String(name), typeof one === 'string' ? one : reasonOf(one, depth)], ': '),
  );
  return joined(texts, '; ') || (isList || isJsonObject(value) ? '' : JSON.stringify(value));
}

function reasonOf(value: unknown, depth: number): string {
  return describePayload(value, depth + 1).reason || (typeof value === 'number' ? String(value) : '');
}

/** The parameter that an error is about, by its own name for it, or as frameworks name the fields of a list of errors. */
function paramOf({ param, detail, errors, metadata }: Record<string, unknown>, depth: number): string {
  if (typeof param === 'string') return param;
  const [first] = [detail, errors].flatMap(list =>
    Array.isArray(list) ? (list as unknown[]).slice(0, 1) : [],
  );
  if (isJsonObject(first)) return placeOf(first);
  const raw = isJsonObject(metadata) ? metadata.raw : undefined;
  return (typeof raw === 'string' ? describePayload(parseJson(raw), depth + 1).param : undefined) ?? '';
}

/** The field that an error is about. */
function placeOf({ loc, field, pointer }: Record<string, unknown>): string {
  const place = Array.isArray(loc) ? (loc.at(-1) as unknown) : (field ?? pointer);
  return typeof place === 'string' || typeof place === 'number' ? String(place) : '';
}

/** The texts that say something, each once. */
function joined(texts: readonly (string | undefined)[], mark: string): string {
  return [...new Set(texts.filter(Boolean))].join(mark);
}

/** Inside a stream the status stands in the error itself, as a number or in digits. */
function statusInside(payload: unknown, levels = deepestFault): { status?: number } {
  if (!isJsonObject(payload) || levels === 0) return {};
  if (isJsonObject(payload.error)) return statusInside(payload.error, levels - 1);
  const status = Number(payload.status ?? payload.code);
  return Number.isInteger(status) && status >= 400 && status <= 599 ? { status } : {};
}

/** Whether the server complains about the model, and not about the address or a field. */
export function isAboutModel({ code, reason }: ProviderFault): boolean {
  return (
    /^(?:model_not_found|invalid_model|DeploymentNotFound)$/.test(code ?? '') ||
    /\bmodel\b.{1,200}(?:not found|does not exist|not exist|unknown)/i.test(reason.slice(0, longestNested))
  );
}
