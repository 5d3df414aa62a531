import { formatNumber, plural } from '../../base/format.ts';
import type { Account } from '../credentials/account.ts';
import type { Choice, Dialogue } from '../credentials/dialogue.ts';

/** What the flow works with. */
export interface TrainingRunsOptions {
  /** The service on this machine. */
  service: {
    isAt: (origin: string) => boolean;
    start: (signal: AbortSignal) => Promise<{ url: string; signInToken: () => Promise<string> }>;
  };
  account: Pick<Account, 'client' | 'state' | 'address'>;
}

const icons = { running: 'sync', finished: 'pass', failed: 'error', interrupted: 'warning' } as const;
const states = {
  running: 'Running',
  finished: 'Finished',
  failed: 'Failed',
  interrupted: 'Interrupted',
} as const;

/**
 * `sightline.trainingRuns`: lists the training runs of the account, the newest first, and opens the service's page of the one that is
 * picked, where its curves are drawn while they come. On the local service the browser is signed in on the way.
 */
export async function trainingRunsFlow(parts: TrainingRunsOptions, dialogue: Dialogue): Promise<void> {
  const { account } = parts;
  const client = await account.client();
  // Loaded on first use, with the shapes of the service's answers.
  const { trainingRunListShape } = await import('../../platform/trainingShapes.ts');
  const { runs } = await dialogue.whileWorking('Sightline: listing training runs…', signal =>
    client.ask({ path: '/api/training-runs', query: { limit: 100 }, signal }, trainingRunListShape),
  );
  if (runs.length === 0) {
    const pressed = await dialogue.showMessage(
      'info',
      'There are no training runs yet. A training script reports one with a service key.',
      'Open Training Page',
    );
    return pressed === undefined ? undefined : openTraining(parts, dialogue, 'all');
  }
  const choices = runs.map((run): Choice<string> => {
    const points = plural(run.points, 'point', 'points');
    const model = run.model === undefined ? [] : [run.model];
    return {
      label: run.name,
      icon: icons[run.state],
      description: [states[run.state], points, ...model].join(' · '),
      ...(run.error === undefined ? {} : { detail: run.error }),
      value: run.runId,
    };
  });
  const all: Choice<string> = {
    label: 'All Training Runs',
    icon: 'link-external',
    description: 'on the page of the service, where several are compared',
    value: 'all',
  };
  const title = `Training runs (${formatNumber(runs.length)}), opened in the browser`;
  const picked = await dialogue.pick(title, [...choices, all]);
  if (picked !== undefined) await openTraining(parts, dialogue, picked);
}

async function openTraining(
  { service, account }: TrainingRunsOptions,
  dialogue: Dialogue,
  run: string,
): Promise<void> {
  const { origin } = account.address;
  if (service.isAt(origin)) {
    const { url, signInToken } = await service.start(new AbortController().signal);
    return dialogue.openPage(`${url}/sign-in#token=${await signInToken()}&training=${run}`);
  }
  const page = new URL(run === 'all' ? '/training' : '/training/run', origin);
  if (run !== 'all') page.searchParams.set('run', run);
  const { state } = account;
  if (state.kind === 'loggedIn' && state.username !== undefined)
    page.searchParams.set('owner', state.username);
  return dialogue.openPage(page.href);
}
