import path from 'node:path';
import { t } from '../../base/l10n.ts';
import { isAbort, SightlineError, type ErrorCode } from '../../base/errors.ts';
import { formatBytes, formatPercent } from '../../base/localFormat.ts';
import {
  begunDownload,
  bytesOf,
  downloadModel,
  planDownload,
  type DownloadOptions,
} from '../../captioning/download/downloadModel.ts';
import { freeSpace } from '../../captioning/download/freeSpace.ts';
import { addFromFolder } from '../../captioning/models/addFromFolder.ts';
import { captioners, isModelId, type Captioner } from '../../captioning/models/captioners.ts';
import type { DownloadPlan, InstalledModel } from '../../captioning/models/installedModel.ts';
import type { ModelStore, PartialModel } from '../../captioning/models/modelStore.ts';
import type { MachineModelDialogue, ModelChoiceItem } from './machineModelDialogue.ts';

/** What models are downloaded with. */
export interface DownloadModelParts {
  dialogue: MachineModelDialogue;
  store: ModelStore;
  /** Address of the hub, or of the person's mirror. */
  hub: () => string;
  /** Makes a model the one that is asked from now on. */
  use: (model: InstalledModel) => Promise<void>;
  /** How requests leave. */
  options?: DownloadOptions;
}

type Chosen = { captioner: Captioner } | { installed: InstalledModel } | 'folder';

/** Lets the person download a model, resume a download, or add a model of their own. */
export async function downloadModelFlow(parts: DownloadModelParts): Promise<void> {
  const { dialogue, store } = parts;
  const chosen = await dialogue.pick(
    t('Download Model for This Machine'),
    t('Select a captioning model'),
    choices(await store.installed(), await store.partial()),
  );
  if (chosen === undefined) return;
  if (chosen === 'folder') return addFolder(parts);
  if ('installed' in chosen) return parts.use(chosen.installed);
  return download(parts, chosen.captioner);
}

function choices(
  installed: readonly InstalledModel[],
  partial: readonly PartialModel[],
): ModelChoiceItem<Chosen>[] {
  const offered = captioners.filter(({ id }) => !installed.some(model => model.id === id));
  return [
    ...(installed.length > 0 ? [{ label: t('Downloaded') }] : []),
    ...installed.map(model => ({
      label: model.label,
      icon: 'check',
      description: t('{size} · use this model', { size: formatBytes(bytesOf(model)) }),
      value: { installed: model },
    })),
    ...(offered.length > 0 ? [{ label: t('Available') }] : []),
    ...offered.map(captioner => {
      const begun = partial.find(({ plan }) => plan.id === captioner.id);
      const paused =
        begun && t('paused at {percent}', { percent: formatPercent(begun.bytes / bytesOf(begun.plan)) });
      return {
        label: captioner.label,
        icon: 'cloud-download',
        description: [
          paused,
          t('about {size}', { size: formatBytes(captioner.approximateBytes) }),
          captioner.licence,
          captioner.speed,
        ]
          .filter(Boolean)
          .join(' · '),
        detail: captioner.goodFor,
        value: { captioner },
      };
    }),
    { label: t('Your own model') },
    {
      label: t('From a Folder…'),
      icon: 'folder',
      detail: t('Copy a model that you have: config.json, tokenizer.json, onnx/'),
      value: 'folder',
    },
  ];
}

async function download(parts: DownloadModelParts, captioner: Captioner): Promise<void> {
  const { dialogue, store, options } = parts;
  const hub = parts.hub();
  const { host } = new URL(hub);
  const plan =
    (await begunDownload(store, captioner)) ??
    (await dialogue.during(
      t('Listing the files of {captioner} at {host}…', { captioner: captioner.label, host }),
      (_show, signal) => planDownload(store, captioner, { ...options, hub, signal }),
    ));
  const here = await store.bytesHere(plan);
  const answer = await dialogue.ask({
    tone: 'info',
    message:
      here > 0
        ? t('Resume the download of {captioner}?', { captioner: captioner.label })
        : t('Download {captioner}?', { captioner: captioner.label }),
    detail: await sheetOf(store, captioner, { plan, host, here, free: options?.freeSpace ?? freeSpace }),
    buttons: here > 0 ? [resume, removeDownload] : [begin],
  });
  if (answer === removeDownload) await store.remove(captioner.id);
  else if (answer !== undefined) await fetchModel(parts, captioner, { plan, hub });
}

const begin = t('Download');
const resume = t('Resume');
const removeDownload = t('Remove Download');

/** What the person should know before anything is fetched. */
async function sheetOf(
  store: ModelStore,
  { id, licence, goodFor, speed }: Captioner,
  { plan, host, here, free }: { plan: DownloadPlan; host: string; here: number; free: typeof freeSpace },
): Promise<string> {
  const left = await free(store.folder);
  const size = bytesOf(plan);
  return [
    t('From: {host} ({repository})', { host, repository: plan.repository }),
    here > 0
      ? t('Size: {size}, of which {size2} are here', { size: formatBytes(size), size2: formatBytes(here) })
      : t('Size: {size}', { size: formatBytes(size) }),
    t('License: {licence}', { licence }),
    t('Good for: {goodFor}', { goodFor }),
    t('Time: about {speed}', { speed }),
    t('Folder: {folder}', { folder: store.folderOf(id) }),
    ...(left === undefined ? [] : [t('Free space there: {size}', { size: formatBytes(left) })]),
    '',
    t(
      'Each file is checked against the hash that the server lists. While it downloads, Cancel pauses it; it can be resumed later. After that, the model runs on this machine and sends nothing. To remove it, run “Sightline: Remove Model from This Machine”.',
    ),
  ].join('\n');
}

/** Failures that another try may get past. */
const passing: readonly ErrorCode[] = ['network', 'timeout', 'rateLimited', 'providerFailed'];

/** Downloads until it is whole or stays paused. */
async function fetchModel(
  parts: DownloadModelParts,
  captioner: Captioner,
  { plan, hub }: { plan: DownloadPlan; hub: string },
): Promise<void> {
  const { dialogue, store, options } = parts;
  const share = async (): Promise<string> =>
    formatPercent((await store.bytesHere(plan)) / Math.max(1, bytesOf(plan)));
  for (;;) {
    let answer: string | undefined;
    try {
      const model = await dialogue.during(
        t('Downloading {captioner}', { captioner: captioner.label }),
        (show, signal) =>
          downloadModel(store, plan, {
            ...options,
            hub,
            signal,
            onProgress: ({ bytes, totalBytes }) =>
              show(
                t('{size} of {size2}', { size: formatBytes(bytes), size2: formatBytes(totalBytes) }),
                bytes / Math.max(1, totalBytes),
              ),
          }),
      );
      return await offerUse(parts, model, t('was downloaded'));
    } catch (error) {
      if (isAbort(error))
        answer = await dialogue.tell(
          t('The download of {captioner} is paused at {percent}.', {
            captioner: captioner.label,
            percent: await share(),
          }),
          resume,
          removeDownload,
        );
      else if (error instanceof SightlineError && passing.includes(error.code))
        answer = await dialogue.tellFailure(error, resume, removeDownload);
      else throw error;
    }
    if (answer === removeDownload) await store.remove(captioner.id);
    if (answer !== resume) return;
  }
}

async function addFolder(parts: DownloadModelParts): Promise<void> {
  const { dialogue, store } = parts;
  const folder = await dialogue.pickFolder();
  if (folder === undefined) return;
  const proposed = path.basename(folder).toLowerCase();
  const id = await dialogue.askName(isModelId(proposed) ? proposed : '', name =>
    isModelId(name) ? undefined : t('Use lowercase letters, digits, dots, hyphens and underscores.'),
  );
  if (id === undefined) return;
  const model = await dialogue.during(t('Copying {id}', { id }), (show, signal) =>
    addFromFolder(store, id, folder, { signal, onFile: file => show(file, 0) }),
  );
  await offerUse(parts, model, t('was added'));
}

async function offerUse(
  { dialogue, use }: DownloadModelParts,
  model: InstalledModel,
  what: string,
): Promise<void> {
  const answer = await dialogue.tell(
    `${model.label} ${what} (${formatBytes(bytesOf(model))}).`,
    t('Use Model'),
  );
  if (answer === t('Use Model')) await use(model);
}
