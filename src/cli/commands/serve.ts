import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ValueError } from '../../errors.ts';
import type { RateLimitSettings } from '../../service/http/rateLimit.ts';
import type { ServiceOptions } from '../../service/startService.ts';
import { defineCommand, numberOption, UsageError } from '../command.ts';
import { configFolderPath } from '../config/configFolder.ts';
import { exitCodes } from '../exitCodes.ts';
import type { Session } from '../session.ts';

/** `sightline serve`. */
export const command = defineCommand({
  name: 'serve',
  summary: 'run the platform service, for this machine or for a team',
  usage: '',
  operands: { least: 0, most: 0 },
  options: {
    port: { type: 'string', value: 'NUMBER', help: '0, the default, takes a free one' },
    host: {
      type: 'string',
      value: 'ADDRESS',
      help: 'address to bind; 127.0.0.1, where only this machine gets in',
    },
    'tls-cert': {
      type: 'string',
      value: 'FILE',
      help: 'certificate (PEM), with --tls-key; or --behind-proxy',
    },
    'tls-key': { type: 'string', value: 'FILE', help: 'its key (PEM)' },
    'behind-proxy': { type: 'boolean', help: 'a proxy does TLS and passes on Host; needs --public-url' },
    'public-url': { type: 'string', value: 'URL', help: 'the address that people use' },
    data: {
      type: 'string',
      value: 'FOLDER',
      help: 'where its data lies; service in the folder of what is saved',
    },
    'key-prefix': { type: 'string', value: 'PREFIX', help: 'of the keys it makes; sl_' },
    'min-client': {
      type: 'string',
      value: 'VERSION',
      help: 'the lowest version of Sightline it serves: 1.2.3',
    },
    'rate-limit': {
      type: 'string',
      multiple: true,
      value: 'NAME=N',
      help: 'requests in a minute per key, by category: default=100; may be repeated',
    },
    'rotate-master-key': { type: 'boolean', help: 'seal all keys under a new master key, and end' },
    json: { type: 'boolean', help: 'one line with url and signIn when it is ready; the log as objects' },
  },
  notes: [
    'The first owner signs in by the link it prints. The master key comes from SIGHTLINE_MASTER_KEY (64 hexadecimal\ncharacters), else from a file of mode 0600 in the data folder, made on the first start. Where it comes from the\nenvironment, a rotation takes the new one from SIGHTLINE_NEW_MASTER_KEY. SIGINT and SIGTERM end it cleanly.',
  ],
  run: async (session, { values }) => {
    const dataDir = path.resolve(values.data ?? path.join(configFolderPath(session.env), 'service'));
    const masterKey = session.env.SIGHTLINE_MASTER_KEY?.trim();
    const opened = { dataDir, ...(masterKey ? { masterKey } : {}) };
    if (values['rotate-master-key'] === true) return rotate(session, opened);
    const port = numberOption(values.port, { option: 'port', least: 0, most: 65535 });
    return serve(session, {
      ...opened,
      ...(port === undefined ? {} : { port }),
      ...(values.host === undefined ? {} : { host: values.host }),
      ...(await tlsFiles(values['tls-cert'], values['tls-key'])),
      ...(values['behind-proxy'] === true ? { behindProxy: true } : {}),
      ...(values['public-url'] === undefined ? {} : { publicUrl: values['public-url'] }),
      ...(values['key-prefix'] === undefined ? {} : { keyPrefix: values['key-prefix'] }),
      ...(values['min-client'] === undefined ? {} : { minClient: values['min-client'] }),
      ...rateLimits(values['rate-limit']),
    });
  },
});

/** Runs the service until the session ends. */
async function serve({ out, signal }: Session, options: ServiceOptions): Promise<number> {
  // Loaded here: no other command needs it.
  const { startService } = await import('../../service/startService.ts');
  const service = await startService({
    ...options,
    log: entry => {
      const time = new Date().toISOString();
      const { level, message, ...details } = entry;
      const more = Object.entries(details).map(([name, value]) => ` ${name}=${value ?? ''}`);
      out.logLine(
        out.json ? JSON.stringify({ time, ...entry }) : `${time} ${level} ${message}${more.join('')}`,
      );
    },
  }).catch((error: unknown) => {
    throw bindError(error, options);
  });
  try {
    const { url, signInUrl } = service;
    out.result({ url, signIn: signInUrl }, wordsOf(url, signInUrl, options.dataDir));
    if (!signal.aborted)
      await new Promise<void>(resolve => signal.addEventListener('abort', () => resolve(), { once: true }));
  } finally {
    await service.close();
  }
  return exitCodes.good.code;
}

function wordsOf(url: string, signInUrl: string, dataDir: string): string {
  return [
    `Sightline's service runs at ${url}`,
    `Sign in, once and within a day: ${signInUrl}`,
    `Its data lies in ${dataDir}. Ctrl-C ends it.`,
  ].join('\n');
}

async function rotate(
  { out, env }: Session,
  opened: { dataDir: string; masterKey?: string },
): Promise<number> {
  const { rotateMasterKey } = await import('../../service/seal/rotateMasterKey.ts');
  const newMasterKey = env.SIGHTLINE_NEW_MASTER_KEY?.trim();
  const { resealed } = rotateMasterKey({ ...opened, ...(newMasterKey ? { newMasterKey } : {}) });
  const what = `${resealed} ${resealed === 1 ? 'value is' : 'values are'}`;
  out.result({ resealed }, `${what} sealed under a new master key.`);
  return exitCodes.good.code;
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

const rateCategories: readonly (keyof RateLimitSettings)[] = [
  'default',
  'training',
  'upload',
  'predict',
  'export',
  'download',
  'gateway',
];

function rateLimits(texts: readonly string[] | undefined): Pick<ServiceOptions, 'rateLimits'> {
  if (texts === undefined) return {};
  const limits: RateLimitSettings = {};
  for (const text of texts) {
    const [, name, number] = /^(\w+)=([1-9]\d{0,8})$/.exec(text) ?? [];
    const category = rateCategories.find(known => known === name);
    if (category === undefined)
      throw new UsageError(`--rate-limit takes NAME=N, NAME one of ${rateCategories.join(', ')}.`, 'serve');
    limits[category] = Number(number);
  }
  return { rateLimits: limits };
}

/** Node's errors about the address, in words. */
function bindError(error: unknown, { host = '127.0.0.1', port = 0 }: ServiceOptions): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const words: Partial<Record<string, string>> = {
    EADDRINUSE: `Port ${port} on ${host} is taken.`,
    EACCES: `This account may not bind port ${port} on ${host}.`,
    EADDRNOTAVAIL: `This machine has no address ${host}.`,
    ENOTFOUND: `There is no address ${host}.`,
  };
  const said = typeof code === 'string' ? words[code] : undefined;
  return said === undefined ? error : new ValueError(said, { cause: error });
}
