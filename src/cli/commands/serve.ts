import { onAbort } from '../../base/onAbort.ts';
import { plural } from '../../base/format.ts';
import { present } from '../../base/present.ts';
import { Option } from '@commander-js/extra-typings';
import type { LogEntry, ServiceOptions } from '../../service/index.ts';
import type { DefineCommand } from '../commandDefinition.ts';
import { UsageError } from '../usageError.ts';
import { exitCodes } from '../exitCodes.ts';
import { sections } from '../help.ts';
import { collect, jsonOption, wholeNumber } from '../options.ts';
import { dataOption, dataPlace, loadService } from '../serving/dataFolder.ts';
import { bindError, serviceOptions } from '../serving/serviceOptions.ts';
import type { Session } from '../session.ts';

/** `sightline serve`. */
export const define: DefineCommand = (command, run) =>
  command
    .addOption(
      new Option(
        '--port <number>',
        'port to listen on (default: that of --public-url, else a free one)',
      ).argParser(wholeNumber(0, 65535)),
    )
    .option('--host <address>', 'address to bind (default: 127.0.0.1, reachable from this machine only)')
    .option('--tls-cert <file>', 'TLS certificate (PEM), with --tls-key; or use --behind-proxy')
    .option('--tls-key <file>', 'TLS private key (PEM)')
    .option('--behind-proxy', 'a proxy terminates TLS and forwards Host; needs --public-url')
    .option('--public-url <url>', 'the address that people use')
    .addOption(dataOption())
    .option('--key-prefix <prefix>', 'prefix of new keys (default: "sl_")')
    .option(
      '--min-client <version>',
      'lowest version of Sightline to serve (default: the one that /api/info tells)',
    )
    .option('--region <name>', 'region of the accounts: us, eu or ap; new keys begin with its name')
    .option(
      '--regions <name=url,…>',
      'where each region is; a key of another region is answered with its address (421)',
    )
    .option(
      '--rate-limit <name=n>',
      'requests per minute and key, by category; repeatable, for example default=100',
      collect,
    )
    .option(
      '--dedicated <name=model>',
      'an address for one model, with a key and limits of its own (--rate-limit dedicated=N); repeatable',
      collect,
    )
    .option('--share-data', 'let several services run on the data folder; each needs this option')
    .option(
      '--keep-days <name=n>',
      'days that activity, ended jobs (jobs), usage, training runs (training), descriptions of images (descriptions) and shared answers (answers) are kept, 0 for ever; repeatable (default: activity=365, jobs=90, usage=365, training=365, descriptions=30, answers=90)',
      collect,
    )
    .addOption(
      new Option(
        '--training-silence <minutes>',
        'minutes after which a training run whose script says nothing is interrupted (default: 10)',
      ).argParser(wholeNumber(1, 10_000)),
    )
    .option(
      '--allow-provider-host <host[:port]>',
      'let a shared service connect providers at this internal host; repeatable',
      collect,
    )
    .addOption(
      new Option(
        '--metrics-port <number>',
        'port of its own for /metrics, /healthz and /readyz, in plain HTTP and without a key (default: none)',
      ).argParser(wholeNumber(0, 65535)),
    )
    .option('--metrics-host <address>', 'address to bind for it (default: 127.0.0.1)')
    .addOption(
      new Option(
        '--drain-seconds <number>',
        'seconds that questions to models are given to end on SIGTERM (default: 20)',
      ).argParser(wholeNumber(0, 3600)),
    )
    .option('--sign-in <username>', 'print a sign-in link for a member, then exit; needs --public-url')
    .option('--rotate-master-key', 'encrypt all keys with a new master key, then exit')
    .addOption(jsonOption('print one JSON object with url and signIn when ready; log as JSON objects'))
    .addHelpText(
      'after',
      sections(
        'The first owner signs in with the link that is printed until they have signed in\nonce; --sign-in creates later links. The master key comes from\nSIGHTLINE_MASTER_KEY (64 hexadecimal characters), else from a file of mode\n0600 in the data folder, which the first start creates. If it comes from the\nenvironment, --rotate-master-key reads the new one from\nSIGHTLINE_NEW_MASTER_KEY. Without --keep-days, SIGHTLINE_KEEP_DAYS counts, for\nexample "activity=730,jobs=30". SIGINT and SIGTERM shut the service down cleanly:\n/readyz answers 503, no more questions to models are taken, and those under way\nare given --drain-seconds to end.',
      ),
    )
    .action(
      run(async (session, options) => {
        const opened = dataPlace(session, options.data);
        if (options.rotateMasterKey === true) return rotate(session, opened);
        if (options.signIn !== undefined)
          return printSignInLink(session, opened, { username: options.signIn, url: options.publicUrl });
        const { defaultRateLimits, defaultRetention } = await loadService();
        const keepDays = options.keepDays ?? keptByEnvironment(session);
        return serve(session, {
          ...opened,
          ...(await serviceOptions(
            { ...options, keepDays },
            { limited: Object.keys(defaultRateLimits), kept: Object.keys(defaultRetention) },
          )),
        });
      }),
    );

function keptByEnvironment({ env }: Session): string[] | undefined {
  const given = env.SIGHTLINE_KEEP_DAYS?.trim();
  return given ? given.split(',').map(text => text.trim()) : undefined;
}

type Opened = Pick<ServiceOptions, 'dataDir' | 'masterKey'>;

/** Runs the service until the session ends. */
async function serve({ out, signal }: Session, options: ServiceOptions): Promise<number> {
  const { startService, signInCommand } = await loadService();
  const service = await startService({ ...options, log: logTo(out) }).catch((error: unknown) => {
    throw bindError(error, options);
  });
  try {
    const { url, signInUrl, listening, dedicated, metricsUrl } = service;
    const words = [
      `The Sightline service is running at ${url}`,
      ...(listening === url ? [] : [`Listening on ${listening}`]),
      signInUrl === undefined
        ? `Sign in at ${url}/sign-in; a new link: ${signInCommand({ url, dataDir: options.dataDir })}`
        : `Sign in, once and within a day: ${signInUrl}`,
      ...dedicated.map(
        endpoint =>
          `Dedicated endpoint ${endpoint.name}: ${endpoint.url}; its key is under Settings > API Keys`,
      ),
      ...(metricsUrl === undefined ? [] : [`Metrics: ${metricsUrl}`]),
      `Data folder: ${options.dataDir}. Press Ctrl+C to stop.`,
    ];
    out.result(
      {
        ...{ url, listening, signIn: signInUrl },
        ...(dedicated.length === 0 ? {} : { dedicated }),
        ...present({ metrics: metricsUrl }),
      },
      words.join('\n'),
    );
    await new Promise<void>(resolve => void onAbort(signal, resolve));
  } finally {
    await service.close();
  }
  return exitCodes.good.code;
}

/** Where the service's log goes: to standard error. */
function logTo(out: Session['out']): (entry: LogEntry) => void {
  return entry => out.logLine(out.json ? asObject(entry) : asWords(entry));
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
  const { resealed } = rotateMasterKey({
    ...opened,
    log: logTo(out),
    ...(newMasterKey ? { newMasterKey } : {}),
  });
  const what = plural(resealed, 'value is', 'values are');
  out.result({ resealed }, `${what} encrypted with a new master key.`);
  return exitCodes.good.code;
}

async function printSignInLink(
  { out }: Session,
  opened: Opened,
  { username, url }: { username: string; url: string | undefined },
): Promise<number> {
  if (url === undefined) throw new UsageError('--sign-in needs --public-url, too.', 'serve');
  const { makeSignInLink } = await loadService();
  const signIn = makeSignInLink({ ...opened, username, url, log: logTo(out) });
  out.result({ username, signIn }, signIn);
  return exitCodes.good.code;
}
