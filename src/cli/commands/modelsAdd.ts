import { Argument } from '@commander-js/extra-typings';
import path from 'node:path';
import { formatBytes } from '../../base/format.ts';
import { nearest } from '../../base/nearest.ts';
import { throttle } from '../../base/throttle.ts';
import { bytesOf, downloadModel, planDownload } from '../../captioning/download/downloadModel.ts';
import { freeSpace } from '../../captioning/download/freeSpace.ts';
import { addFromFolder } from '../../captioning/models/addFromFolder.ts';
import { captioners, findCaptioner, type Captioner } from '../../captioning/models/captioners.ts';
import type { InstalledModel } from '../../captioning/models/installedModel.ts';
import type { ModelStore } from '../../captioning/models/modelStore.ts';
import { thisMachineProvider } from '../../inference/providers/providers.ts';
import type { DefineCommand } from '../commandDefinition.ts';
import { exitCodes } from '../exitCodes.ts';
import { sections } from '../help.ts';
import { confirm } from '../input/confirm.ts';
import { hubFor, openModelStore } from '../models/modelFolder.ts';
import { jsonOption } from '../options.ts';
import type { Session } from '../session.ts';
import { UsageError } from '../usageError.ts';
import { suggesting } from '../suggested.ts';
import { captionerNames } from '../suggestedNames.ts';

const command = 'models add';

/** `sightline models add`. */
export const define: DefineCommand = (definition, run) =>
  definition
    .addArgument(suggesting(new Argument('<name>', 'model name ("sightline models list")'), captionerNames))
    .option('--yes', 'do not ask before the download')
    .option('--from <folder>', 'copy the model from this folder; nothing is downloaded')
    .option(
      '--mirror <url>',
      'address of a mirror of the hub (default: SIGHTLINE_MODELS_MIRROR, or https://huggingface.co)',
    )
    .addOption(jsonOption())
    .addHelpText(
      'after',
      sections(
        'Each file is checked against the size and hash that the hub lists. A download\nthat was interrupted is resumed by the same command, and discarded by\n"sightline models remove". --from takes a folder with the files of a model as\nthe hub has them (config.json, tokenizer.json, onnx/), under any name.',
        'Example:\n  sightline models add distilvit\n  sightline describe --provider this-machine --model distilvit photo.jpg',
      ),
    )
    .action(
      run(async (session, name, options) => {
        const store = openModelStore(session);
        if (options.from !== undefined) return addCopy(session, store, name, path.resolve(options.from));
        const captioner = findCaptioner(name);
        if (captioner === undefined) throw unknownModel(name);
        const installed = await store.find(name);
        if (installed !== undefined) return done(session, store, installed, 'is downloaded already');
        const hub = hubFor(session, options.mirror);
        return download(session, store, { captioner, hub, isAgreed: options.yes === true });
      }),
    );

async function addCopy(session: Session, store: ModelStore, name: string, folder: string): Promise<number> {
  const { out, signal } = session;
  const model = await addFromFolder(store, name, folder, {
    signal,
    onFile: file => out.progress(`Copying ${file}…`),
  });
  return done(session, store, model, 'was added');
}

async function download(
  session: Session,
  store: ModelStore,
  { captioner, hub, isAgreed }: { captioner: Captioner; hub: string; isAgreed: boolean },
): Promise<number> {
  const { out, signal } = session;
  const { host } = new URL(hub);
  out.progress(`Asking ${host}…`);
  const plan = await planDownload(store, captioner, { hub, signal });
  if (!isAgreed) {
    const free = await freeSpace(store.folder);
    out.note(
      [
        `${captioner.label} (${captioner.licence}): ${captioner.goodFor}; ${captioner.speed}.`,
        `${formatBytes(bytesOf(plan) - (await store.bytesHere(plan)))} come from ${host} into ${store.folderOf(captioner.id)}` +
          `${free === undefined ? '' : `, where ${formatBytes(free)} are free`}.`,
        `"sightline models remove ${captioner.id}" removes it. Images are not sent.`,
      ].join(' '),
    );
    if (!(await confirm(session, 'Download it?', command))) {
      out.note('Nothing was downloaded.');
      return exitCodes.good.code;
    }
  }
  let words = '';
  const show = throttle(100, () => out.progress(words));
  try {
    const model = await downloadModel(store, plan, {
      hub,
      signal,
      onProgress: ({ bytes, totalBytes }) => {
        words = `Downloading ${captioner.id}: ${formatBytes(bytes)} of ${formatBytes(totalBytes)}`;
        show();
      },
    });
    return await done(session, store, model, 'was downloaded');
  } finally {
    show.stop();
  }
}

function done({ out }: Session, store: ModelStore, model: InstalledModel, what: string): Promise<number> {
  const { id, files } = model;
  const bytes = bytesOf(model);
  out.result(
    { provider: thisMachineProvider.id, model: id, bytes, files: files.length, folder: store.folderOf(id) },
    `${id} ${what} (${formatBytes(bytes)}, ${store.folderOf(id)}). Use it with --provider ${thisMachineProvider.id} --model ${id}.`,
  );
  return Promise.resolve(exitCodes.good.code);
}

function unknownModel(name: string): UsageError {
  const names = captioners.map(({ id }) => id);
  const meant = nearest(name.toLowerCase(), names);
  return new UsageError(
    [
      'Unknown model.',
      ...(meant === undefined ? [] : [`Did you mean ${meant}?`]),
      `Models: ${names.join(', ')}; or one of your own with --from.`,
    ].join(' '),
    command,
  );
}
