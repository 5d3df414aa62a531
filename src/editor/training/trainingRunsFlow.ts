import type { z } from 'zod';
import { counted, t } from '../../base/l10n.ts';
import { trainingStates } from '../../base/trainingStates.ts';
import type { trainingRunListShape } from '../../platform/trainingShapes.ts';
import type { Account } from '../credentials/account.ts';
import type { Choice, Dialogue } from '../credentials/dialogue.ts';

/** The account whose runs they are, and the service on this machine. */
export interface TrainingParts {
  service: {
    isAt: (origin: string) => boolean;
    start: (signal: AbortSignal) => Promise<{ url: string; signInToken: () => Promise<string> }>;
  };
  account: Pick<Account, 'client' | 'state' | 'address'>;
}

/** What the flow works with. */
export interface TrainingRunsOptions extends TrainingParts {
  /** Shows the curves of a run. */
  show: (run: { runId: string; name: string }) => Promise<void>;
}

const icons = { running: 'sync', finished: 'pass', failed: 'error', interrupted: 'warning' } as const;

type ListedRun = z.infer<typeof trainingRunListShape>['runs'][number];

/**
 * `sightline.trainingRuns`: lists the training runs of the account, the newest first, and shows the curves of the one that is
 * picked.
 */
export async function trainingRunsFlow(parts: TrainingRunsOptions, dialogue: Dialogue): Promise<void> {
  const runs = await listRuns(parts, dialogue);
  if (runs.length === 0) {
    const pressed = await dialogue.showMessage(
      'info',
      t('There are no training runs yet. A training script reports one with a service key.'),
      t('Open Training Page'),
    );
    return pressed === undefined ? undefined : openTraining(parts, dialogue, []);
  }
  const all: Choice<ListedRun | 'all'> = {
    label: t('All Training Runs'),
    icon: 'link-external',
    description: t('on the page of the service, in the browser'),
    value: 'all',
  };
  const title = t('Training runs ({runs})', { runs: runs.length });
  const picked = await dialogue.pick<ListedRun | 'all'>(title, [...runs.map(choiceOf), all]);
  if (picked === 'all') await openTraining(parts, dialogue, []);
  else if (picked !== undefined) await parts.show({ runId: picked.runId, name: picked.name });
}

/** Asks for a run beside those that are shown; `undefined` where there is none, or the person turns away. */
export async function chooseTrainingRun(
  parts: TrainingParts,
  dialogue: Dialogue,
  shown: readonly string[],
): Promise<{ runId: string } | undefined> {
  const others = (await listRuns(parts, dialogue)).filter(({ runId }) => !shown.includes(runId));
  if (others.length > 0) return dialogue.pick(t('Compare with another training run'), others.map(choiceOf));
  await dialogue.showMessage('info', t('There is no other training run to compare with.'));
  return undefined;
}

async function listRuns({ account }: TrainingParts, dialogue: Dialogue): Promise<ListedRun[]> {
  const client = await account.client();
  // Loaded on first use, with the shapes of the service's answers.
  const { trainingRunListShape: shape } = await import('../../platform/trainingShapes.ts');
  const { runs } = await dialogue.whileWorking(t('Sightline: listing training runs…'), signal =>
    client.ask({ path: '/api/training-runs', query: { limit: 100 }, signal }, shape),
  );
  return runs;
}

function choiceOf(run: ListedRun): Choice<ListedRun> {
  const points = counted(run.points, '{count} point', '{count} points');
  const model = run.model === undefined ? [] : [run.model];
  return {
    label: run.name,
    icon: icons[run.state],
    description: [trainingStates[run.state], points, ...model].join(' · '),
    ...(run.error === undefined ? {} : { detail: run.error }),
    value: run,
  };
}

/**
 * Opens the service's page of some training runs in the browser, or of all where none is named. On the local service the
 * browser is signed in on the way, which leads to the first of them.
 */
export async function openTraining(
  { service, account }: TrainingParts,
  dialogue: Dialogue,
  [run, ...compared]: readonly string[],
): Promise<void> {
  const { origin } = account.address;
  if (service.isAt(origin)) {
    const { url, signInToken } = await service.start(new AbortController().signal);
    return dialogue.openPage(`${url}/sign-in#token=${await signInToken()}&training=${run ?? 'all'}`);
  }
  const page = new URL(run === undefined ? '/training' : '/training/run', origin);
  if (run !== undefined) page.searchParams.set('run', run);
  if (compared.length > 0) page.searchParams.set('compare', compared.join(','));
  const { state } = account;
  if (state.kind === 'loggedIn' && state.username !== undefined)
    page.searchParams.set('owner', state.username);
  return dialogue.openPage(page.href);
}
