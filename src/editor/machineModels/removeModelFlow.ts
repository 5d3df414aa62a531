import { formatBytes } from '../../base/format.ts';
import { bytesOf } from '../../captioning/download/downloadModel.ts';
import type { InstalledModel } from '../../captioning/models/installedModel.ts';
import type { ModelStore, PartialModel } from '../../captioning/models/modelStore.ts';
import type { MachineModelDialogue, ModelChoiceItem } from './machineModelDialogue.ts';

/** What models are removed with. */
export interface RemoveModelParts {
  dialogue: MachineModelDialogue;
  store: ModelStore;
  /** Whether questions go to that model now. */
  isInUse: (id: string) => boolean;
  /** Lets the person choose another one. */
  chooseModel: () => Promise<void>;
}

/** What can be removed, with the words that go with it. */
interface Removable {
  id: string;
  question: string;
  detail: string;
  /** What is told afterwards. */
  removed: string;
}

/** Lets the person remove a model, or what was downloaded of one. */
export async function removeModelFlow({
  dialogue,
  store,
  isInUse,
  chooseModel,
}: RemoveModelParts): Promise<void> {
  const items: ModelChoiceItem<Removable>[] = [
    ...(await store.installed()).map(model => ({
      label: model.label,
      description: [formatBytes(bytesOf(model)), isInUse(model.id) ? 'in use' : '']
        .filter(Boolean)
        .join(' · '),
      value: wholeModel(store, model),
    })),
    ...(await store.partial()).map(partial => ({
      label: partial.plan.label,
      description: `${formatBytes(partial.bytes)} · incomplete`,
      value: incompleteModel(store, partial),
    })),
  ];
  if (items.length === 0) {
    await dialogue.tell('There are no models on this machine.');
    return;
  }
  const chosen = await dialogue.pick('Remove Model from This Machine', 'Select a model', items);
  if (chosen === undefined) return;
  const { id, question, detail, removed } = chosen;
  const wasInUse = isInUse(id);
  const answer = await dialogue.ask({
    tone: 'warning',
    message: question,
    detail: wasInUse ? `${detail} It is the model in use.` : detail,
    buttons: ['Remove'],
  });
  if (answer !== 'Remove') return;
  await store.remove(id);
  if (!wasInUse) await dialogue.tell(removed);
  else if ((await dialogue.tell(`${removed} It was the model in use.`, 'Choose Model')) !== undefined)
    await chooseModel();
}

function wholeModel(store: ModelStore, { id, label, revision }: InstalledModel): Removable {
  // Only what came from a hub has a commit there.
  const rest =
    revision === undefined
      ? 'The folder that it was added from is left as it is.'
      : 'It can be downloaded again.';
  return {
    id,
    question: `Remove ${label}?`,
    detail: `Its files in ${store.folderOf(id)} are deleted. ${rest}`,
    removed: `${label} was removed.`,
  };
}

function incompleteModel(store: ModelStore, { plan: { id, label } }: PartialModel): Removable {
  return {
    id,
    question: `Remove the download of ${label}?`,
    detail: `What has come of it in ${store.folderOf(id)} is deleted. It can be begun again.`,
    removed: `The download of ${label} was removed.`,
  };
}
