import { stat } from 'node:fs/promises';
import path from 'node:path';
import { originOf } from '../../base/address.ts';
import { SightlineError } from '../../base/errors.ts';
import { QueueDatabase } from '../../queue/queueDatabase.ts';
import type { QueuedPicture } from '../../queue/queuedRun.ts';
import { QueueWorker, type QueueWorkerParts } from '../../queue/queueWorker.ts';
import { nodePictureFiles } from '../../runs/scan/nodePictureFiles.ts';
import { chooseTarget, type Target } from '../asking/target.ts';
import type { TargetValues } from '../asking/targetOptions.ts';
import { exitCodes } from '../exitCodes.ts';
import type { Session } from '../session.ts';
import { UsageError } from '../usageError.ts';
import { queuePatience } from './queuePatience.ts';

/** What was given for a worker of a queue. */
export interface QueueWorkerValues extends TargetValues {
  folder?: string | undefined;
  concurrency?: number | undefined;
  images?: string | undefined;
  tokenStdin?: true | undefined;
}

/** Describes pictures of a queue until it is ended. What is being asked then is finished; the rest is given back. */
export async function workOnQueue(
  session: Session,
  address: string,
  values: QueueWorkerValues,
): Promise<number> {
  const { out, signal } = session;
  await checkValues(values);
  const { patiently, dispose } = queuePatience(session);
  // Taking a job, and a moment to send, need not survive a crash of the server: the job is then taken again.
  const database = await QueueDatabase.open(address, { hasty: true });
  try {
    out.result(
      { queue: database.place, state: 'waiting' },
      `Waiting for images in the queue at ${database.place}. Press Ctrl+C to stop.`,
    );
    await new QueueWorker({
      database,
      signal,
      most: values.concurrency ?? 8,
      patiently,
      prepare: preparation(session, values),
      onResult: ({ name }, result) => {
        if (result.type === 'same')
          return out.result({ name, state: 'done' }, `Done: ${name}. It is a copy of another image.`);
        if (result.type === 'described') return out.result({ name, state: 'done' }, `Done: ${name}`);
        const { message } = result.failure;
        out.result({ name, state: 'failed', error: message }, `Failed: ${name}. ${message}`);
      },
      note: (message, hint) => out.note([message, hint].filter(Boolean).join(' ')),
    }).work();
  } finally {
    dispose();
    await database.close();
  }
  return exitCodes.good.code;
}

async function checkValues({ provider, model, api, images, tokenStdin, folder }: QueueWorkerValues) {
  const others = { '--images': images, '--token-stdin': tokenStdin };
  const other = Object.entries(others).find(([, value]) => value !== undefined)?.[0];
  if (other !== undefined) throw new UsageError(`${other} cannot be used with --queue.`, 'worker');
  if ([provider, model, api].some(value => value !== undefined))
    throw new UsageError('The runs in the queue name provider, model and API format.', 'worker');
  if (folder !== undefined && !(await isFolder(folder)))
    throw new UsageError(`--folder: there is no folder ${folder}.`, 'worker');
}

/** What a run needs on this machine: who answers, with the key that is saved here, and where the images are. */
function preparation(session: Session, values: QueueWorkerValues): QueueWorkerParts['prepare'] {
  // A key on standard input can be read once.
  const targets = new Map<string, Promise<Target>>();
  return async run => {
    const { provider } = run;
    const { origin, model, api } = run.question;
    const name = JSON.stringify([provider, model, api]);
    const choosing = targets.get(name) ?? chooseTarget(session, { ...values, provider, model, api });
    targets.set(name, choosing);
    const target = await choosing.catch((error: unknown) => {
      targets.delete(name);
      throw error;
    });
    const here = originOf(target.destination([]).baseURL);
    if (here !== origin)
      throw new SightlineError(
        'badRequest',
        `${provider} is at ${here} on this machine, but at ${origin} for this run.`,
        {
          hint: `Set its address with "sightline provider set ${provider} --url URL".`,
        },
      );
    const folder = path.resolve(values.folder ?? run.folder);
    if (!(await isFolder(folder)))
      throw new SightlineError('notFound', `There is no folder ${folder} on this machine.`, {
        hint: 'Mount the images there, or name their folder with --folder.',
      });
    return {
      destination: picture => target.destination([picture]),
      locate: picture => locationOf(folder, picture),
      files: nodePictureFiles(),
    };
  };
}

/** Whoever writes to the queue shall read no other files of this machine. */
function locationOf(folder: string, { name }: QueuedPicture): string {
  const location = path.resolve(folder, ...name.split('/'));
  if (location.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep)) return location;
  throw new SightlineError('unsupportedImage', `${name} is not in the folder of the run.`);
}

async function isFolder(name: string): Promise<boolean> {
  const found = await stat(name).catch(() => undefined);
  return found?.isDirectory() ?? false;
}
