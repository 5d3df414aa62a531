import { t } from '../../base/l10n.ts';
import * as vscode from 'vscode';
import { commands } from '../../contributions.ts';
import type { Account } from '../credentials/account.ts';
import { editorDialogue } from '../credentials/editorDialogue.ts';
import { showError } from '../errorMessage.ts';
import type { LocalService } from '../localService/localService.ts';
import type { Log } from '../log.ts';
import { requireTrust } from '../trust.ts';
import { chooseTrainingRun, openTraining, trainingRunsFlow } from './trainingRunsFlow.ts';

/** Registers the list of training runs and their pages. */
export function registerTraining(
  { extensionUri }: Pick<vscode.ExtensionContext, 'extensionUri'>,
  { service, account, log }: { service: LocalService; account: Account; log: Log },
): vscode.Disposable {
  const parts = { service, account };
  const show = async (run: { runId: string; name: string }): Promise<void> => {
    const { TrainingPanel } = await import('./trainingPanel.ts');
    new TrainingPanel(
      {
        extensionUri,
        client: () => account.client(),
        chooseAnother: async shown => (await chooseTrainingRun(parts, editorDialogue, shown))?.runId,
        openInBrowser: runIds => openTraining(parts, editorDialogue, runIds),
        log,
      },
      run,
    );
  };
  return vscode.commands.registerCommand(commands.trainingRuns, async () => {
    if (!(await requireTrust())) return;
    const failure = t('The training runs were not shown');
    await trainingRunsFlow({ ...parts, show }, editorDialogue).catch((error: unknown) => {
      log.error(failure, error);
      return showError(error, failure);
    });
  });
}
