/** Keys of eight providers as they look, and five of invented forms. None belongs to an account. */
export const canaryKeys: Readonly<Record<string, string>> = {
  OpenAI: 'sk-proj-Cn4ryA1b2C3d4E5f6G7h8-J9k0L1m2N3o4P5q6',
  Anthropic: 'sk-ant-api03-Cn4ryZ9y8X7w6V5u4T3s2-R1q0P9o8N7m6',
  Google: 'AIzaSyCn4ryQ1w2E3r4T5y6U7i8O9p0A1s2D3f4',
  Azure: 'c4na7ef90b12a34c56d78e9fa0b1c2d3',
  Mistral: 'Cn4ryM9x8W7v6U5t4S3r2Q1p0O9n8M7l',
  Together: 'c4na0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2',
  Groq: 'gsk_Cn4ryB1v2C3x4Z5l6K7j8H9g0F1d2S3a4P5o6',
  'Hugging Face': 'hf_Cn4ryWbQmXeTnYrUvIcOzPaLsKdJ',
  'a name and digits': 'acme-c4nary-0123456789',
  'with marks': 'mk/C4n+ry"x_Qz-77=tT\\q1',
  'two parts': 'c4naryid:7Hs92-kwQ0_z81Lm',
  'a UUID': 'c4na17e5-90b1-4a34-8c56-d78e9fa0b1c2',
  'letters only': 'canaryqwertzuiopasdfghjkyxcvbnm',
};

/** Parts of a key of which none may be seen: more than a server's own mask would show. */
export function tellingParts(key: string): string[] {
  return [key.slice(0, 14), key.slice(-10), key.slice(6, 18)];
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const inUnits = (key: string): string =>
  Array.from(key, one => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
const inPercent = (key: string): string =>
  Array.from(key, one => `%${one.charCodeAt(0).toString(16).toUpperCase()}`).join('');

/** A server's answer to a key that it echoes: body and headers of an answer with a status of its own. */
export interface Echo {
  contentType: string;
  body: string;
  /** What the body shows of the key once it is decoded, and must not be seen either. */
  traces: string[];
}

const json = (body: string, ...traces: string[]): Echo => ({ contentType: 'application/json', body, traces });
const message = (text: string): string => JSON.stringify({ error: { message: text } });

/** Ways in which servers repeat the key that they were asked with. */
export const echoes: Readonly<Record<string, (key: string) => Echo>> = {
  'in the message': key => json(message(`Incorrect API key provided: ${key}.`)),
  'in another field': key => json(JSON.stringify({ detail: [{ loc: ['header', key], msg: key }] })),
  'as the name of a member': key => json(JSON.stringify({ error: { message: { [key]: 'is unknown' } } })),
  'as a header': key =>
    json(message(`headers: {"x-goog-api-key": "${key}", "${key.toLowerCase()}": 1}`), key.toLowerCase()),
  'with escapes of JSON': key =>
    json(
      `{"error":{"message":"key ${inUnits(key)} and ${inUnits(key).replaceAll('\\', '\\\\')}"}}`,
      inUnits(key),
    ),
  'in plain words': key => ({ contentType: 'text/plain', body: `No such key: ${key}`, traces: [] }),
  'as a page': key => ({
    contentType: 'text/html',
    body: `<html><head><title>401 ${key}</title></head><body>${key}</body></html>`,
    traces: [],
  }),
  'in base64, at any alignment': key => {
    const encoded = ['', 'a:', 'ab'].map(before => base64(`${before}${key}`));
    return json(message(`Basic realm: ${encoded.join(' or ')}`), ...encoded.map(one => one.slice(8, 24)));
  },
  'in an address': key =>
    json(
      message(`GET /v1?q=${encodeURIComponent(key)} ${inPercent(key)} failed`),
      encodeURIComponent(key),
      inPercent(key),
    ),
  'broken over lines': key => ({
    contentType: 'text/plain',
    body: `Key: ${key.replace(/(.{6})/g, '$1=\r\n ')} is wrong`,
    traces: [],
  }),
  'behind a long picture': key =>
    json(message(`${base64('picture'.repeat(900)).replace(/(.{76})/g, '$1\r\n')} was sent with ${key}`)),
  'where the reason is cut': key => ({
    contentType: 'text/plain',
    body: `${'x '.repeat(146)}${key}`,
    traces: [],
  }),
  'where the connection ends': key => ({
    contentType: 'text/plain',
    body: `${' '.repeat(99_950)}${key.slice(0, Math.ceil(key.length * 0.7))}`,
    traces: [],
  }),
};
