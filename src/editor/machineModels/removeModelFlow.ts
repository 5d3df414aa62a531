import { formatBytes } from '../../base/format.ts';
import { bytesOf } from '../../captioning/download/downloadModel.ts';
import type { ModelStore } from '../../captioning/models/modelStore.ts';
import type { MachineModelDialogue, ModelChoiceItem } from './machineModelDialogue.ts';

/** Lets the person remove a model, or what was downloaded of one. */
export async function removeModelFlow({
  dialogue,
  store,
}: {
  dialogue: MachineModelDialogue;
  store: ModelStore;
}): Promise<void> {
  const installed = await store.installed();
  const partial = await store.partial();
  const items: ModelChoiceItem<{ id: string; label: string }>[] = [
    ...installed.map(model => ({
      label: model.label,
      description: formatBytes(bytesOf(model)),
      value: { id: model.id, label: model.label },
    })),
    ...partial.map(({ plan, bytes }) => ({
      label: plan.label,
      description: `${formatBytes(bytes)} · incomplete`,
      value: { id: plan.id, label: plan.label },
    })),
  ];
  if (items.length === 0) {
    await dialogue.tell('There are no models on this machine.');
    return;
  }
  const chosen = await dialogue.pick('Remove Model from This Machine', 'Select a model', items);
  if (chosen === undefined) return;
  const answer = await dialogue.ask({
    message: `Remove ${chosen.label}?`,
    detail: `Its files in ${store.folderOf(chosen.id)} are deleted. It can be downloaded again.`,
    buttons: ['Remove'],
  });
  if (answer === 'Remove') await store.remove(chosen.id);
}
