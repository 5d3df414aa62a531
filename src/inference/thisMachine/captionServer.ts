import { captionInProcess } from '../../captioning/process/captionInProcess.ts';
import type { CaptionAnswer, CaptionTask } from '../../captioning/process/captionTask.ts';
import type { InstalledModel } from '../../captioning/models/installedModel.ts';
import type { ModelStore } from '../../captioning/models/modelStore.ts';
import { decodePixels } from '../../images/open/decodePixels.ts';
import { ApiFault } from '../offline/apiFault.ts';
import type { Asked } from '../offline/asked.ts';
import { fillForm } from '../offline/form/fillForm.ts';
import { inProcessServer, type InProcessServer, type ModelEntry } from '../offline/inProcessServer.ts';
import { continued, inPieces, type Reply, type ReplyEnd } from '../offline/reply.ts';
import { captionPrompt } from './captionPrompt.ts';

/** Longest side in pixels of the images that models are given; each of them scales them down itself. */
const imageSide = 1024;
/** Longest answer in tokens, where none or a longer one is asked for. */
const longestAnswer = { captioner: 64, florence: 256, chat: 256 } as const;

/** Fields of a schema that a caption answers. */
const captionFields: readonly string[] = [
  ...['caption', 'title', 'summary', 'alt', 'alttext', 'alternativetext', 'description', 'longdescription'],
];

/** What a server of the models on this machine is made of. */
export interface CaptionServerParts {
  store: ModelStore;
  /** What runs a model. */
  run?: typeof captionInProcess;
}

/**
 * The captioning models on this machine as a server inside this process: it lists those that are whole, and answers with
 * the sentences of one of them, streaming too. It asks nothing of the network.
 */
export function captionServer({ store, run = captionInProcess }: CaptionServerParts): InProcessServer {
  return inProcessServer({
    list: async () => (await store.installed()).map(entryOf),
    unknown: model => `The model '${model}' is not downloaded.`,
    answer: (asked, id, signal) => answer({ store, run }, { asked, id, signal }),
  });
}

function entryOf({ id, addedAt }: InstalledModel): ModelEntry & { architecture: object } {
  return {
    id,
    object: 'model',
    created: Math.floor(addedAt / 1000),
    owned_by: 'this-machine',
    architecture: { input_modalities: ['text', 'image'], output_modalities: ['text'] },
  };
}

async function answer(
  { store, run }: Required<CaptionServerParts>,
  { asked, id, signal }: { asked: Asked; id: string; signal: AbortSignal },
): Promise<Reply> {
  const model = await store.find(id);
  if (model === undefined) throw new ApiFault(404, `The model '${id}' is not downloaded.`);
  const head = {
    createdAt: Math.floor(Date.now() / 1000),
    model: id,
    inputTokens: asked.inputTokens,
    findings: [],
  };
  const refused = (reason: string): Reply => ({ ...head, refuses: true, pieces: inPieces([reason]) });
  if (asked.pictures.length === 0)
    return refused(`${model.label} describes images, and there is none in this question.`);
  const prompt = captionPrompt(model, asked.form === undefined ? asked.text : '');
  if ('refusal' in prompt) return refused(prompt.refusal);
  const most = longestAnswer[model.kind];
  const tasks: CaptionTask[] = [];
  for (const url of asked.pictures)
    tasks.push({
      folder: store.folderOf(id),
      kind: model.kind,
      weights: model.weights,
      image: await pixelsOf(url),
      prompt: prompt.prompt,
      maxTokens: Math.min(most, asked.maxTokens ?? most),
    });
  const pieces = captions(tasks, { run, signal, label: model.label });
  // A model that cannot be run refuses as a server does, before the answer begins.
  const first = await pieces.next();
  if (asked.form === undefined) return { ...head, pieces: continued(first, pieces) };
  const { text } = await endOf(first, pieces);
  const filled = fillForm(asked.form, field =>
    captionFields.includes(field.toLowerCase().replace(/[^a-z]/g, '')) ? { sentences: [text] } : undefined,
  );
  return 'value' in filled
    ? { ...head, pieces: inPieces([JSON.stringify(filled.value, null, 2)]) }
    : refused(`${model.label} writes sentences, so it cannot fill in “${filled.unknown}”.`);
}

async function pixelsOf(url: string): Promise<CaptionTask['image']> {
  if (!url.startsWith('data:'))
    throw new ApiFault(400, 'A model on this machine fetches no images from web addresses.', {
      param: 'image_url',
      code: 'invalid_image_url',
    });
  const { data, width, height } = await decodePixels(url, { side: imageSide, onWhite: true });
  return { data, width, height };
}

/** The captions of images, one after the other, in the pieces in which they are written. */
async function* captions(
  tasks: readonly CaptionTask[],
  { run, signal, label }: { run: typeof captionInProcess; signal: AbortSignal; label: string },
): AsyncGenerator<string, ReplyEnd> {
  const end: ReplyEnd = { text: '', cut: false, outputTokens: 0 };
  for (const [index, task] of tasks.entries()) {
    const heading = tasks.length > 1 ? `${index === 0 ? '' : '\n\n'}### Image ${index + 1}\n\n` : '';
    let said = '';
    let answered: CaptionAnswer | undefined;
    for await (const step of running(task, run, signal)) {
      if (typeof step !== 'string') {
        answered = step;
        continue;
      }
      const piece = said === '' ? heading + step.trimStart() : step;
      said += piece;
      if (piece !== '') yield piece;
    }
    if (answered === undefined || 'fault' in answered)
      throw new ApiFault(
        400,
        `${label} could not describe the image: ${answered?.fault ?? 'no answer came'}.`,
      );
    end.text += said;
    end.cut ||= answered.isCut;
    end.outputTokens += answered.tokens;
  }
  return end;
}

/** What comes of a task: pieces, then its answer. */
async function* running(
  task: CaptionTask,
  run: typeof captionInProcess,
  signal: AbortSignal,
): AsyncGenerator<string | CaptionAnswer> {
  const come: string[] = [];
  let wake: () => void = () => undefined;
  const state = { ended: false };
  const work = run(task, {
    signal,
    onNote: ({ piece }) => {
      come.push(piece);
      wake();
    },
  }).finally(() => {
    state.ended = true;
    wake();
  });
  // Awaited below; until then nobody listens.
  work.catch(() => undefined);
  for (;;) {
    for (let piece = come.shift(); piece !== undefined; piece = come.shift()) yield piece;
    if (state.ended) break;
    await new Promise<void>(resolve => (wake = resolve));
  }
  yield await work;
}

async function endOf(
  first: IteratorResult<string, ReplyEnd>,
  rest: AsyncGenerator<string, ReplyEnd>,
): Promise<ReplyEnd> {
  let step = first;
  while (!step.done) step = await rest.next();
  return step.value;
}
