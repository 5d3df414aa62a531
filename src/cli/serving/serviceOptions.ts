import { readFile } from 'node:fs/promises';
import { systemCode, ValueError } from '../../base/errors.ts';
import type { RateCategory, ServiceOptions } from '../../service/index.ts';
import { numberOption } from '../command.ts';
import { UsageError } from '../usageError.ts';

/** What was given for the options of `serve` that say how the service runs. */
export interface ServeValues {
  port?: string;
  host?: string;
  'tls-cert'?: string;
  'tls-key'?: string;
  'behind-proxy'?: boolean;
  'public-url'?: string;
  'key-prefix'?: string;
  'min-client'?: string;
  'rate-limit'?: string[];
}

/**
 * The options of the service as the command line gives them; what goes together the service itself knows.
 * @param categories Those that a rate limit can be set for.
 * @throws {UsageError} {@link ValueError} for what is no number, no category or no file.
 */
export async function serviceOptions(
  values: ServeValues,
  categories: readonly string[],
): Promise<Omit<ServiceOptions, 'dataDir'>> {
  const port = numberOption(values.port, { option: 'port', least: 0, most: 65535 });
  return {
    ...(port === undefined ? {} : { port }),
    ...(values.host === undefined ? {} : { host: values.host }),
    ...(await tlsFiles(values['tls-cert'], values['tls-key'])),
    ...(values['behind-proxy'] === true ? { behindProxy: true } : {}),
    ...(values['public-url'] === undefined ? {} : { publicUrl: values['public-url'] }),
    ...(values['key-prefix'] === undefined ? {} : { keyPrefix: values['key-prefix'] }),
    ...(values['min-client'] === undefined ? {} : { minClient: values['min-client'] }),
    ...rateLimits(values['rate-limit'], categories),
  };
}

async function tlsFiles(
  cert: string | undefined,
  key: string | undefined,
): Promise<Pick<ServiceOptions, 'tls'>> {
  if (cert === undefined && key === undefined) return {};
  if (cert === undefined || key === undefined)
    throw new UsageError('--tls-cert and --tls-key go together.', 'serve');
  return { tls: { cert: await pem(cert), key: await pem(key) } };
}

async function pem(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw new ValueError(`The file ${file} cannot be read.`, { cause });
  }
}

function rateLimits(
  texts: readonly string[] | undefined,
  categories: readonly string[],
): Pick<ServiceOptions, 'rateLimits'> {
  if (texts === undefined) return {};
  const limits = texts.map(text => {
    const [, category = '', number] = /^(\w+)=([1-9]\d{0,8})$/.exec(text) ?? [];
    if (!categories.includes(category))
      throw new UsageError(`--rate-limit takes NAME=N, NAME one of ${categories.join(', ')}.`, 'serve');
    return [category as RateCategory, Number(number)] as const;
  });
  return { rateLimits: Object.fromEntries(limits) };
}

/** Node's errors about the address to bind, in words. */
export function bindError(error: unknown, { host = '127.0.0.1', port = 0 }: ServiceOptions): unknown {
  const words: Partial<Record<string, string>> = {
    EADDRINUSE: `Port ${port} on ${host} is taken.`,
    EACCES: `This account may not bind port ${port} on ${host}.`,
    EADDRNOTAVAIL: `This machine has no address ${host}.`,
    ENOTFOUND: `There is no address ${host}.`,
  };
  const said = words[systemCode(error) ?? ''];
  return said === undefined ? error : new ValueError(said, { cause: error });
}
