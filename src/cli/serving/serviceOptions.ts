import { readFile } from 'node:fs/promises';
import { present } from '../../base/present.ts';
import { systemCode, ValueError } from '../../base/errors.ts';
import type { RateCategory, Retention, ServiceOptions } from '../../service/index.ts';
import { UsageError } from '../usageError.ts';

/** What was given for the options of `serve` that say how the service runs. */
export interface ServeValues {
  port?: number | undefined;
  host?: string | undefined;
  tlsCert?: string | undefined;
  tlsKey?: string | undefined;
  behindProxy?: true | undefined;
  publicUrl?: string | undefined;
  keyPrefix?: string | undefined;
  minClient?: string | undefined;
  region?: string | undefined;
  regions?: string | undefined;
  rateLimit?: string[] | undefined;
  dedicated?: string[] | undefined;
  shareData?: true | undefined;
  allowProviderHost?: string[] | undefined;
  keepDays?: string[] | undefined;
  trainingSilence?: number | undefined;
  metricsPort?: number | undefined;
  metricsHost?: string | undefined;
  drainSeconds?: number | undefined;
}

/**
 * The options of the service as the command line gives them; what goes together the service itself knows.
 * @param categories Those that a rate limit can be set for, and what is kept for some days.
 * @throws {UsageError} {@link ValueError} for what is no number, no category or no file.
 */
export async function serviceOptions(
  values: ServeValues,
  categories: { limited: readonly string[]; kept: readonly string[] },
): Promise<Omit<ServiceOptions, 'dataDir'>> {
  const { port, host, tlsCert, tlsKey, behindProxy, publicUrl, keyPrefix, minClient, rateLimit } = values;
  return {
    ...present({ port, host }),
    ...(await tlsFiles(tlsCert, tlsKey)),
    ...(behindProxy === true ? { behindProxy } : {}),
    ...present({ publicUrl, keyPrefix, minClient }),
    ...regionsOf(values),
    ...dedicatedEndpoints(values.dedicated),
    ...present({ shareData: values.shareData }),
    ...rateLimits(rateLimit, categories.limited),
    ...keptDays(values.keepDays, categories.kept),
    ...(values.trainingSilence === undefined
      ? {}
      : { training: { silence: values.trainingSilence * 60_000 } }),
    ...allowedHosts(values.allowProviderHost),
    ...metricsAddress(values),
    // Only here: a service inside an editor has the environment of a person, not of whoever runs services.
    exportMetrics: true,
    // A person waits longer for the end of an answer than the editor's own service lets them.
    drainMs: (values.drainSeconds ?? 20) * 1000,
  };
}

function metricsAddress({
  metricsPort: port,
  metricsHost: host,
}: ServeValues): Pick<ServiceOptions, 'metrics'> {
  if (port === undefined && host !== undefined)
    throw new UsageError('--metrics-host needs --metrics-port, too.', 'serve');
  return port === undefined ? {} : { metrics: { port, ...present({ host }) } };
}

async function tlsFiles(
  cert: string | undefined,
  key: string | undefined,
): Promise<Pick<ServiceOptions, 'tls'>> {
  if (cert === undefined && key === undefined) return {};
  if (cert === undefined || key === undefined)
    throw new UsageError('--tls-cert and --tls-key must be given together.', 'serve');
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
    const named = namedNumber(text, /^(\w+)=([1-9]\d{0,8})$/, {
      option: '--rate-limit takes',
      names: categories,
    });
    return named as [RateCategory, number];
  });
  return { rateLimits: Object.fromEntries(limits) };
}

function dedicatedEndpoints(texts: readonly string[] | undefined): Pick<ServiceOptions, 'dedicated'> {
  if (texts === undefined) return {};
  const dedicated = texts.map(text => {
    const [, name, model] = /^([^=]+)=(.+)$/.exec(text) ?? [];
    if (name === undefined || model === undefined)
      throw new UsageError('--dedicated takes NAME=MODEL, for example fast=offline/describer.', 'serve');
    return { name, model };
  });
  return { dedicated };
}

/** What the names mean, the service itself knows. */
function regionsOf({ region, regions }: ServeValues): Pick<ServiceOptions, 'region' | 'regions'> {
  const pairs = regions?.split(',').map(text => /^\s*(\w+)=(\S+)\s*$/.exec(text)?.slice(1));
  if (pairs?.includes(undefined) === true)
    throw new UsageError('--regions takes NAME=URL, several separated by commas.', 'serve');
  return {
    ...present({ region: region as ServiceOptions['region'] }),
    ...present({ regions: pairs && (Object.fromEntries(pairs as string[][]) as ServiceOptions['regions']) }),
  };
}

function keptDays(
  texts: readonly string[] | undefined,
  kept: readonly string[],
): Pick<ServiceOptions, 'retention'> {
  if (texts === undefined) return {};
  const option = '--keep-days and SIGHTLINE_KEEP_DAYS take';
  const days = texts.map(
    text => namedNumber(text, /^(\w+)=(\d{1,5})$/, { option, names: kept }) as [keyof Retention, number],
  );
  return { retention: Object.fromEntries(days) };
}

/** What `NAME=N` says. @throws {UsageError} where it is written otherwise, or of no name that there is. */
function namedNumber(
  text: string,
  pattern: RegExp,
  { option, names }: { option: string; names: readonly string[] },
): [string, number] {
  const [, name = '', number] = pattern.exec(text) ?? [];
  if (!names.includes(name))
    throw new UsageError(`${option} NAME=N, where NAME is one of ${names.join(', ')}.`, 'serve');
  return [name, Number(number)];
}

function allowedHosts(texts: readonly string[] | undefined): Pick<ServiceOptions, 'allowedProviderHosts'> {
  if (texts === undefined) return {};
  for (const text of texts)
    if (/[/?#@]/.test(text) || !URL.canParse(`https://${text}`))
      throw new UsageError('--allow-provider-host takes HOST or HOST:PORT.', 'serve');
  return { allowedProviderHosts: texts };
}

/** Node's errors about the address to bind, as messages. */
export function bindError(error: unknown, { host: own = '127.0.0.1', metrics }: ServiceOptions): unknown {
  // Node.js names the port that it tried, which may be that of the public URL.
  const port = error instanceof Error && 'port' in error ? Number(error.port) : 0;
  const ofMetrics = metrics !== undefined && metrics.port === port && port !== 0;
  const host = ofMetrics ? (metrics.host ?? '127.0.0.1') : own;
  const words: Partial<Record<string, string>> = {
    EADDRINUSE: `Port ${port} on ${host} is already in use.`,
    EACCES: `This account lacks permission to bind port ${port} on ${host}.`,
    EADDRNOTAVAIL: `${host} is not an address of this machine.`,
    ENOTFOUND: `The address ${host} was not found.`,
  };
  const code = systemCode(error) ?? '';
  const reason = words[code];
  if (reason === undefined) return error;
  const hint = ['EADDRINUSE', 'EACCES'].includes(code)
    ? `Choose another port with --${ofMetrics ? 'metrics-' : ''}port.`
    : undefined;
  return new ValueError(reason, { cause: error, ...present({ hint }) });
}
