import { onAbort } from '../../base/onAbort.ts';
import { plural } from '../../base/format.ts';
import path from 'node:path';
import type { LogEntry, ServiceOptions } from '../../service/index.ts';
import { defineCommand } from '../command.ts';
import { UsageError } from '../usageError.ts';
import { configFolderPath } from '../config/configFolder.ts';
import { exitCodes } from '../exitCodes.ts';
import { bindError, serviceOptions } from '../serving/serviceOptions.ts';
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
      help: 'where its data lies; "service" in the folder of what is saved',
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
    'sign-in': {
      type: 'string',
      value: 'USERNAME',
      help: 'make a sign-in link for a member, and end; --public-url is where the service runs',
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
    if (values['sign-in'] !== undefined)
      return printSignInLink(session, opened, { username: values['sign-in'], url: values['public-url'] });
    const { defaultRateLimits } = await loadService();
    return serve(session, { ...opened, ...(await serviceOptions(values, Object.keys(defaultRateLimits))) });
  },
});

/** No other command needs it. */
const loadService = () => import('../../service/index.ts');

type Opened = Pick<ServiceOptions, 'dataDir' | 'masterKey'>;

/** Runs the service until the session ends. */
async function serve({ out, signal }: Session, options: ServiceOptions): Promise<number> {
  const { startService } = await loadService();
  const log = (entry: LogEntry): void => out.logLine(out.json ? asObject(entry) : asWords(entry));
  const service = await startService({ ...options, log }).catch((error: unknown) => {
    throw bindError(error, options);
  });
  try {
    const { url, signInUrl } = service;
    const words = [
      `Sightline's service runs at ${url}`,
      `Sign in, once and within a day: ${signInUrl}`,
      `Its data lies in ${options.dataDir}. Ctrl-C ends it.`,
    ];
    out.result({ url, signIn: signInUrl }, words.join('\n'));
    await new Promise<void>(resolve => void onAbort(signal, resolve));
  } finally {
    await service.close();
  }
  return exitCodes.good.code;
}

function asObject(entry: LogEntry): string {
  return JSON.stringify({ time: new Date().toISOString(), ...entry });
}

function asWords({ level, message, ...details }: LogEntry): string {
  const more = Object.entries(details).map(([name, value]) => `${name}=${value ?? ''}`);
  return [new Date().toISOString(), level, message, ...more].join(' ');
}

async function rotate({ out, env }: Session, opened: Opened): Promise<number> {
  const { rotateMasterKey } = await loadService();
  const newMasterKey = env.SIGHTLINE_NEW_MASTER_KEY?.trim();
  const { resealed } = rotateMasterKey({ ...opened, ...(newMasterKey ? { newMasterKey } : {}) });
  const what = plural(resealed, 'value is', 'values are');
  out.result({ resealed }, `${what} sealed under a new master key.`);
  return exitCodes.good.code;
}

async function printSignInLink(
  { out }: Session,
  opened: Opened,
  { username, url }: { username: string; url: string | undefined },
): Promise<number> {
  if (url === undefined) throw new UsageError('--sign-in needs --public-url, too.', 'serve');
  const { makeSignInLink } = await loadService();
  const signIn = makeSignInLink({ ...opened, username, url: url.replace(/\/+$/, '') });
  out.result({ username, signIn }, signIn);
  return exitCodes.good.code;
}
