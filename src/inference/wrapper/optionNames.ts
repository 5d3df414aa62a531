import { ValueError } from '../../base/errors.ts';
import { nearest } from '../../base/nearest.ts';

/** The wrapper's own options; every other name is a parameter of the request. */
const own = [
  'model',
  'api',
  'baseURL',
  'apiKey',
  'prompt',
  'image',
  'timeout',
  'maxRetries',
  'fetch',
] as const;
type OwnOption = (typeof own)[number];

/** What other libraries call them; neither API has a parameter of such a name. */
const elsewhere: Record<string, OwnOption | undefined> = {
  url: 'baseURL',
  host: 'baseURL',
  endpoint: 'baseURL',
  apibase: 'baseURL',
  apiurl: 'baseURL',
  apibaseurl: 'baseURL',
  key: 'apiKey',
  token: 'apiKey',
  apitoken: 'apiKey',
  openaiapikey: 'apiKey',
  apiformat: 'api',
  timeoutms: 'timeout',
  retries: 'maxRetries',
};

/** Those that are long enough for a mistyped one to be told from a parameter. */
const long = ['baseURL', 'apiKey', 'timeout', 'maxRetries'] as const satisfies readonly OwnOption[];

/**
 * Refuses what can only be one of the wrapper's own options misspelled: as a parameter it would go out with the request,
 * and the request to another address or with another key than was meant.
 * @param names of what would be parameters.
 * @throws {ValueError}
 */
export function refuseMisspelled(names: readonly string[]): void {
  for (const name of names) {
    const plain = name.replace(/[-_]/g, '').toLowerCase();
    const meant = own.find(option => option.toLowerCase() === plain) ?? elsewhere[plain] ?? mistyped(plain);
    if (meant !== undefined)
      throw new ValueError(`Unknown option '${name.slice(0, 40)}'. Did you mean ${meant}?`);
  }
}

function mistyped(plain: string): OwnOption | undefined {
  if (plain.length > 20) return undefined;
  const word = nearest(
    plain,
    long.map(option => option.toLowerCase()),
  );
  return long.find(option => option.toLowerCase() === word);
}
