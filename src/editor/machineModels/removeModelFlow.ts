import { t } from '../../base/l10n.ts';
import { formatBytes } from '../../base/localFormat.ts';
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
      description: [formatBytes(bytesOf(model)), isInUse(model.id) ? t('in use') : '']
        .filter(Boolean)
        .join(' · '),
      value: wholeModel(store, model),
    })),
    ...(await store.partial()).map(partial => ({
      label: partial.plan.label,
      description: t('{size} · incomplete', { size: formatBytes(partial.bytes) }),
      value: incompleteModel(store, partial),
    })),
  ];
  if (items.length === 0) {
    await dialogue.tell(t('There are no models on this machine.'));
    return;
  }
  const chosen = await dialogue.pick(t('Remove Model from This Machine'), t('Select a model'), items);
  if (chosen === undefined) return;
  const { id, question, detail, removed } = chosen;
  const wasInUse = isInUse(id);
  const answer = await dialogue.ask({
    tone: 'warning',
    message: question,
    detail: wasInUse ? t('{detail} It is the model in use.', { detail }) : detail,
    buttons: [t('Remove')],
  });
  if (answer !== t('Remove')) return;
  await store.remove(id);
  if (!wasInUse) await dialogue.tell(removed);
  else if (
    (await dialogue.tell(t('{removed} It was the model in use.', { removed }), t('Choose Model'))) !==
    undefined
  )
    await chooseModel();
}

function wholeModel(store: ModelStore, { id, label, revision }: InstalledModel): Removable {
  // Only what came from a hub has a commit there.
  const rest =
    revision === undefined
      ? t('The folder that it was added from is left as it is.')
      : t('It can be downloaded again.');
  return {
    id,
    question: t('Remove {label}?', { label }),
    detail: t('Its files in {folder} are deleted. {rest}', { folder: store.folderOf(id), rest }),
    removed: t('{label} was removed.', { label }),
  };
}

function incompleteModel(store: ModelStore, { plan: { id, label } }: PartialModel): Removable {
  return {
    id,
    question: t('Remove the download of {label}?', { label }),
    detail: t('What has come of it in {folder} is deleted. It can be begun again.', {
      folder: store.folderOf(id),
    }),
    removed: t('The download of {label} was removed.', { label }),
  };
}
