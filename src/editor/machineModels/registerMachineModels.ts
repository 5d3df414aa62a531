import { t } from '../../base/l10n.ts';
import * as vscode from 'vscode';
import { commands } from '../../contributions.ts';
import { thisMachineProvider } from '../../inference/providers/providers.ts';
import { showError } from '../errorMessage.ts';
import type { ModelChoice } from '../models/modelChoice.ts';
import { readSetting } from '../settings.ts';
import { requireTrust } from '../trust.ts';

/** What "Download Model for This Machine" and "Remove Model from This Machine" work with. */
export interface MachineModelsParts {
  choice: Pick<ModelChoice, 'choose' | 'current'>;
  /** The folder of the models. */
  folder: string;
}

/** The folder of the models on this machine. */
export function machineModelsFolder({ globalStorageUri }: vscode.ExtensionContext): string {
  return vscode.Uri.joinPath(globalStorageUri, 'models').fsPath;
}

/** Registers "Download Model for This Machine" and "Remove Model from This Machine". */
export function registerMachineModels({ choice, folder }: MachineModelsParts): vscode.Disposable {
  const command = (id: string, work: () => Promise<void>): vscode.Disposable =>
    vscode.commands.registerCommand(id, () => work().catch((error: unknown) => showError(error)));
  return vscode.Disposable.from(
    command(commands.downloadModel, async () => {
      if (!(await requireTrust(t('downloads no models')))) return;
      const { dialogue, store, flow, hubAddress, defaultHub } = await downloading(folder);
      await flow({
        dialogue,
        store,
        hub: () => hubAddress(readSetting('models.mirror') || defaultHub),
        use: model => choice.choose(thisMachineProvider, model.id),
      });
    }),
    command(commands.removeModel, async () => {
      const { dialogue, store } = await opened(folder);
      const { removeModelFlow } = await import('./removeModelFlow.ts');
      await removeModelFlow({
        dialogue,
        store,
        isInUse: id => {
          const { provider, model } = choice.current();
          return provider.id === thisMachineProvider.id && model === id;
        },
        chooseModel: async () => {
          await vscode.commands.executeCommand(commands.chooseModel);
        },
      });
    }),
  );
}

/** Loaded with the first use: activation does without. */
async function opened(folder: string) {
  const [{ ModelStore }, { editorMachineModelDialogue }] = await Promise.all([
    import('../../captioning/models/modelStore.ts'),
    import('./editorMachineModelDialogue.ts'),
  ]);
  return { store: new ModelStore(folder), dialogue: editorMachineModelDialogue };
}

async function downloading(folder: string) {
  const [parts, { downloadModelFlow }, { hubAddress }, { defaultHub }] = await Promise.all([
    opened(folder),
    import('./downloadModelFlow.ts'),
    import('../../captioning/hub/hubAddress.ts'),
    import('../../captioning/models/captioners.ts'),
  ]);
  return { ...parts, flow: downloadModelFlow, hubAddress, defaultHub };
}
