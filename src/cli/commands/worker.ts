import { Option } from '@commander-js/extra-typings';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { SightlineError } from '../../base/errors.ts';
import { PlatformClient } from '../../platform/platformClient.ts';
import { InvalidKeyError } from '../../platform/refusals.ts';
import { serviceInUse } from '../../platform/saved/savedLogin.ts';
import type { ServiceAddress } from '../../platform/serviceAddress.ts';
import { chooseTarget, type Target } from '../asking/target.ts';
import { withTargetOptions } from '../asking/targetOptions.ts';
import type { DefineCommand } from '../commandDefinition.ts';
import { exitCodes } from '../exitCodes.ts';
import { sections } from '../help.ts';
import { wholeNumber } from '../options.ts';
import { Output } from '../output.ts';
import type { Session } from '../session.ts';
import { UsageError } from '../usageError.ts';
import { describeJob } from '../working/describeJob.ts';
import { Patience } from '../working/patience.ts';
import { readInput } from '../working/tasks.ts';
import { takeWorkerLock, workerKeyFor } from '../working/workerKey.ts';
import { work, type Work } from '../working/workLoop.ts';

/** `sightline worker`. */
export const define: DefineCommand = (command, run) =>
  withTargetOptions(
    command
      .option(
        '--token-stdin',
        'read the one-time token from standard input, and replace the saved worker key',
      )
      .option('--images <folder>', 'folder whose files jobs may name (default: jobs bring their images)')
      .option(
        '--queue <url>',
        'take images of "sightline describe --queue": address of a PostgreSQL database',
      )
      .option(
        '--folder <folder>',
        'with --queue, where the images are on this machine (default: the same path)',
      )
      .addOption(
        new Option('--concurrency <n>', 'with --queue, maximum concurrent requests (default: 8)').argParser(
          wholeNumber(1, 64),
        ),
      ),
  )
    .addHelpText(
      'after',
      sections(
        'The first run prompts for the one-time token that the page of the service shows\nunder Settings > Integrations > Connect Host, without showing it. It is exchanged\nfor a worker key, which is saved in the system keychain, or if there is none in a file\nof mode 0600. Later runs need no token. SIGINT and SIGTERM give the running job\nback. The worker ends once its host is disconnected on the page.',
        'With --queue, it takes images of runs instead: "sightline describe --queue" puts\nthem in, names provider and model, and collects the answers. Each worker uses the\nprovider key of its own machine, as "sightline describe" does. SIGINT and SIGTERM\nfinish what is being asked, and give the rest back.',
        'Example:\n  sightline worker --service https://vision.example.com --images ./photos',
      ),
    )
    .action(
      run(async (session, options) => {
        if (options.queue !== undefined) {
          const { workOnQueue } = await import('../queueing/workOnQueue.ts');
          return workOnQueue(session, options.queue, options);
        }
        const lacking = (['folder', 'concurrency'] as const).find(name => options[name] !== undefined);
        if (lacking !== undefined) throw new UsageError(`--${lacking} needs --queue, too.`, 'worker');
        const images = await imageFolder(options.images);
        const target = await chooseTarget(session, options);
        const address = await serviceInUse(session, options.service);
        const lock = await takeWorkerLock(session, address);
        try {
          const key = await workerKeyFor(session, address, { tokenStdin: options.tokenStdin === true });
          const client = new PlatformClient({ address: address.base, key, version: session.version });
          session.out.result(
            { service: address.base, state: 'waiting' },
            `Waiting for jobs of ${address.base}. Press Ctrl+C to stop.`,
          );
          await workFor(session, { client, target, images }).catch((error: unknown) =>
            ended(session, address, error),
          );
        } finally {
          lock.release();
        }
        return exitCodes.good.code;
      }),
    );

async function imageFolder(given: string | undefined): Promise<string | undefined> {
  if (given === undefined) return undefined;
  const folder = path.resolve(given);
  const isFolder = await stat(folder).then(
    found => found.isDirectory(),
    () => false,
  );
  if (!isFolder) throw new UsageError(`--images: there is no folder ${given}.`, 'worker');
  return folder;
}

function workFor(
  session: Session,
  { client, target, images }: { client: PlatformClient; target: Target; images: string | undefined },
): Promise<void> {
  const { out, signal } = session;
  // Answers go to the service; what would be printed of them is part of them.
  const silent = new Output({ stdout: process.stdout, stderr: process.stderr }, { json: true });
  const told: Work['told'] = ({ jobId, name }, state, error) => {
    out.result({ jobId, name, state, error }, [`${words[state]}: ${name}`, error].filter(Boolean).join('. '));
  };
  return work({
    client,
    patience: new Patience(message => out.note(message)),
    signal,
    told,
    run: async (job, { signal: within, report }) => {
      const input = readInput(job.input);
      return describeJob({ ...session, out: silent, signal: within }, { target, images }, input, report);
    },
  });
}

const words = { running: 'Started', done: 'Done', failed: 'Failed', gone: 'Cancelled' } as const;

/** What ended the worker; a key that the service does not know any more is of no use. */
async function ended({ keys }: Session, { base, origin }: ServiceAddress, error: unknown): Promise<never> {
  if (!(error instanceof InvalidKeyError)) throw error;
  await keys.remove('worker', origin);
  throw new SightlineError('keyRejected', `This host has been disconnected from ${base}.`, {
    hint: `To connect it again, make a one-time token at ${base}/settings?tab=integrations and run the same command.`,
  });
}
