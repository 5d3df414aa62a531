import type { Ask } from '../support/service/testApp.ts';
import { mutateText, oddText } from './mutate.ts';
import type { Random } from './random.ts';

/** A request to the service. `@3` in its path or body stands for an id, a token or a key of an earlier answer. */
export interface ApiRequest {
  method: string;
  path: string;
  /** Index among the callers. */
  caller: number;
  body?: unknown;
  headers: Record<string, string>;
}

/** As much of a JSON Schema as values are made from. */
interface ValueSchema {
  type?: string | readonly string[];
  enum?: readonly unknown[];
  properties?: Record<string, ValueSchema>;
  required?: readonly string[];
  items?: ValueSchema;
  minLength?: number;
  maxLength?: number;
  anyOf?: readonly ValueSchema[];
}

interface Operation {
  parameters?: { name: string; in: string; schema?: ValueSchema }[];
  requestBody?: { content?: Record<string, { schema?: ValueSchema }> };
}

/** The service's description of itself, as far as requests are made from it. */
export interface RequestDocument {
  paths: Record<string, Record<string, Operation>>;
}

/** A request along the description, more or less. */
export function apiRequest(random: Random, document: RequestDocument): ApiRequest {
  const [template, methods] = random.pick(Object.entries(document.paths));
  const [method, operation] = random.pick(Object.entries(methods));
  const parameters = operation.parameters ?? [];
  const query = parameters.filter(one => one.in === 'query' && random.chance(0.3));
  const filled = template.replace(/\{\w+\}/g, () => encodeURIComponent(reference(random)));
  const search = query.map(
    ({ name, schema = {} }) => `${name}=${encodeURIComponent(wellFormed(random, schema))}`,
  );
  const path = search.length === 0 ? filled : `${filled}?${search.join('&')}`;
  const schema = operation.requestBody?.content?.['application/json']?.schema;
  const body = schema === undefined && random.chance(0.9) ? undefined : requestBody(random, schema ?? {});
  return {
    method: random.chance(0.95) ? method.toUpperCase() : random.pick(['PUT', 'PATCH', 'OPTIONS', 'DELETE']),
    path: random.chance(0.9)
      ? path
      : `/${mutateText(random, path)
          .replace(/[^!-~]/g, '')
          .replace(/^\/+/, '')}`,
    caller: random.below(100),
    headers: random.chance(0.9) ? {} : oddHeaders(random),
    ...(body === undefined ? {} : { body }),
  };
}

/** The request with its references filled in. */
export function withReferences({ path, body, headers, method }: ApiRequest, seen: readonly string[]) {
  const fill = (text: string): string =>
    text.replace(/@(\d+)/g, (whole, index: string) => seen[Number(index) % seen.length] ?? whole);
  const asked: Ask = {
    headers,
    ...(body === undefined || method === 'GET'
      ? {}
      : { body: fill(typeof body === 'string' ? body : JSON.stringify(body)) }),
  };
  return {
    method,
    path: path.replace(/%40(\d+)/g, (_, index: string) => encodeURIComponent(fill(`@${index}`))),
    asked,
  };
}

/** Ids, tokens and keys in an answer: later requests name them. */
export function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    typeof part === 'string' && /(?:id|token|key|username|email)$/i.test(name) ? [part] : referencesIn(part),
  );
}

function reference(random: Random): string {
  return random.chance(0.8) ? `@${random.below(50)}` : oddText(random);
}

function requestBody(random: Random, schema: ValueSchema): unknown {
  const value = valueFor(random, schema);
  if (random.chance(0.85)) return value;
  return random.chance(0.3) ? '['.repeat(random.below(20_000)) : mutateText(random, JSON.stringify(value));
}

function valueFor(random: Random, schema: ValueSchema, depth = 0): unknown {
  if (random.chance(0.06)) return oddValue(random);
  if (schema.anyOf !== undefined) return valueFor(random, random.pick(schema.anyOf), depth + 1);
  if (schema.enum !== undefined) return random.pick(schema.enum);
  const type =
    typeof schema.type === 'string' ? schema.type : random.pick(schema.type ?? ['string', 'object']);
  switch (type) {
    case 'object': {
      const named = Object.entries(schema.properties ?? {}).filter(
        ([name]) => schema.required?.includes(name) === true || random.chance(0.5),
      );
      const extra: [string, unknown][] = random.chance(0.05) ? [[oddText(random), oddValue(random)]] : [];
      return Object.fromEntries([
        ...named.map(([name, part]): [string, unknown] => [name, valueFor(random, part, depth + 1)]),
        ...extra,
      ]);
    }
    case 'array':
      return Array.from({ length: depth > 4 ? 0 : random.below(4) }, () =>
        valueFor(random, schema.items ?? {}, depth + 1),
      );
    case 'boolean':
      return random.chance(0.5);
    case 'integer':
    case 'number':
      return random.pick([0, 1, -1, 0.5, 2 ** 31, 2 ** 53, 1e308, random.below(100)]);
    default:
      return wellFormed(random, schema);
  }
}

function wellFormed(random: Random, { minLength = 0, maxLength = 100 }: ValueSchema): string {
  if (random.chance(0.3)) return `@${random.below(50)}`;
  if (random.chance(0.05)) return 'x'.repeat(maxLength + random.below(2));
  const text = random.chance(0.5)
    ? random.pick(['acme', 'viewer', 'admin', 'openai', 'box', 'a@example.com'])
    : oddText(random);
  return text.toWellFormed().padEnd(minLength, 'a');
}

function oddValue(random: Random): unknown {
  return random.pick([null, [], {}, '', 0, -1, true, oddText(random), { __proto__: { a: 1 } }, [[[[[]]]]]]);
}

function oddHeaders(random: Random): Record<string, string> {
  const value = oddText(random).replace(/[^ -~]/g, '');
  const name = random.pick([
    ...['authorization', 'cookie', 'origin', 'content-type', 'accept', 'x-forwarded-for', 'host'],
    ...['content-length', 'content-encoding', 'sec-fetch-site', 'x-sightline-version', 'user-agent'],
  ]);
  return { [name]: value.trim() };
}
