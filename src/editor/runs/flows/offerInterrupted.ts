import { t } from '../../../base/l10n.ts';
import * as vscode from 'vscode';
import { commands } from '../../../contributions.ts';
import type { InterruptedRun } from '../runMemento.ts';
import { showInformation } from '../../dialogs/messages.ts';

/**
 * Offers runs that worked when the window went: those whose pictures are asked one by one to be resumed, those in batches
 * to be opened, which fetches what the provider has done meanwhile.
 * @param isWithProvider Whether the provider has batches of a run.
 */
export async function offerInterrupted(
  runs: readonly InterruptedRun[],
  isWithProvider: (id: string) => Promise<boolean>,
): Promise<void> {
  const inBatches: InterruptedRun[] = [];
  const oneByOne: InterruptedRun[] = [];
  for (const run of runs) ((await isWithProvider(run.id)) ? inBatches : oneByOne).push(run);
  await Promise.all([
    offer(oneByOne, {
      button: t('Resume Run'),
      words: which =>
        t('The run of {which} was interrupted when the window closed. Its descriptions are saved.', {
          which,
        }),
    }),
    offer(inBatches, {
      button: t('Open Run'),
      words: (which, { length }) =>
        length === 1
          ? t(
              'The batch of {which} is still in progress at the provider. Open the run to fetch its answers.',
              { which },
            )
          : t(
              'The batches of {which} are still in progress at the provider. Open each run to fetch its answers.',
              { which },
            ),
    }),
  ]);
}

async function offer(
  runs: readonly InterruptedRun[],
  { button, words }: { button: string; words: (which: string, runs: readonly InterruptedRun[]) => string },
): Promise<void> {
  const [run, ...others] = runs;
  if (run === undefined) return;
  const which =
    others.length === 0
      ? `“${run.title}”`
      : t('“{run}” and {others} more', { run: run.title, others: others.length });
  const answer = await showInformation(words(which, runs), button);
  // Where there are several, the person chooses.
  if (answer === button)
    await vscode.commands.executeCommand(commands.resumeRun, ...(others.length === 0 ? [run.id] : []));
}
