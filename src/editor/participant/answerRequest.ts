import * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import { isAbort, ValueError } from '../../base/errors.ts';
import { literalMarkdown } from '../../base/literalMarkdown.ts';
import { commands } from '../../contributions.ts';
import type { Answer, AnswerEvent } from '../../inference/api/answer.ts';
import type { PreparedImage } from '../../images/preparedImage.ts';
import { isBuiltIn, offlineProvider } from '../../inference/providers/providers.ts';
import { withoutImage } from '../chat/builtInQuestion.ts';
import { chatError } from '../chat/chatErrors.ts';
import { cancellable } from '../cancellable.ts';
import type { Log } from '../log.ts';
import type { ModelAsker, PictureTurn } from '../models/modelAsker.ts';
import type { ModelChoice } from '../models/modelChoice.ts';
import type { PreparedImages } from '../preparedImages.ts';
import { readSetting } from '../settings.ts';
import { altPrompt, comparePrompt } from './participantPrompts.ts';
import { attachedFolder, contentOf, type RequestImage } from './requestImages.ts';

/** Those of earlier turns come again with each question. */
type Images = Pick<PreparedImages, 'prepare'>;

/** What `@sightline` stands on. */
export interface ParticipantParts {
  choice: Pick<ModelChoice, 'current'>;
  asker: Pick<ModelAsker, 'ask'>;
  images: Images;
  log: Log;
}

/** What somebody asked `@sightline`, and where the answer goes. */
export interface ParticipantRequest {
  request: Pick<vscode.ChatRequest, 'prompt' | 'command' | 'references'>;
  history: vscode.ChatContext['history'];
  stream: Pick<vscode.ChatResponseStream, 'markdown' | 'progress'>;
  token: vscode.CancellationToken;
}

/** Images of one request: more are work for a folder run. */
const mostImages = 20;

/** A picture of a request, ready to be sent. */
interface ReadyImage {
  name: string;
  picture: PreparedImage;
}

/** Answers by the model that is chosen in Sightline. A failure is told as the chat shows one; a cancelled request just ends. */
export function answerRequest(
  asked: ParticipantRequest,
  parts: ParticipantParts,
): Promise<vscode.ChatResult> {
  const { command } = asked.request;
  const metadata = command === undefined ? {} : { command };
  return cancellable(asked.token, async signal => {
    try {
      await answer(asked, parts, signal);
      return { metadata };
    } catch (error) {
      if (signal.aborted || isAbort(error)) return { metadata };
      parts.log.error('@sightline failed', error);
      return {
        metadata,
        errorDetails: { message: error instanceof ValueError ? error.message : chatError(error).message },
      };
    }
  });
}

async function answer(
  { request, history, stream }: ParticipantRequest,
  parts: ParticipantParts,
  signal: AbortSignal,
): Promise<void> {
  if (request.command === 'run') return startRun(request, stream);
  const { images, words } = await contentOf(request);
  if (images.length > mostImages)
    throw new ValueError(
      t('These are {images} images, and a question takes {mostImages}. Use /run for more.', {
        images: images.length,
        mostImages,
      }),
    );
  const ready = await prepared(images, parts, { stream, signal });
  const question = words === '' ? readSetting('describe.prompt') : words;
  const asking = { stream, signal };
  if (request.command === 'alt') {
    needs(ready, 1);
    for (const { name, picture } of ready) {
      stream.markdown(`**${literalMarkdown(name)}**\n\n`);
      await tell(parts, [{ role: 'user', text: altPrompt(words), pictures: [picture] }], asking);
      stream.markdown('\n\n');
    }
  } else if (request.command === 'compare') {
    needs(ready, 2);
    const names = ready.map(({ name }) => name);
    await tell(parts, [turn(comparePrompt(names, words), ready)], asking);
  } else if (request.command === 'describe') {
    needs(ready, 1);
    await tell(parts, [turn(question, ready)], asking);
  } else {
    const turns = [...(await earlierTurns(history, parts.images, signal)), turn(question, ready)];
    const { provider } = parts.choice.current();
    if (isBuiltIn(provider.id) && turns.every(({ pictures }) => pictures.length === 0))
      stream.markdown(withoutImage(provider.id));
    else await tell(parts, turns, asking);
  }
}

function needs(images: readonly ReadyImage[], least: 1 | 2): void {
  if (images.length >= least) return;
  throw new ValueError(
    least === 1
      ? t('There is no image to look at. Paste or attach one, name its path, or open it in the editor.')
      : t('There is nothing to compare. Attach at least two images, or name their paths.'),
  );
}

function startRun(request: ParticipantRequest['request'], stream: ParticipantRequest['stream']): void {
  // It asks on its own what is to be described, and by which model: an answer need not wait for it.
  void vscode.commands.executeCommand(commands.describeFolder, attachedFolder(request));
  stream.markdown(
    t(
      'Choose in the dialog what the run describes. Its table opens beside the chat and shows cost and progress.',
    ),
  );
}

function turn(text: string, images: readonly ReadyImage[]): PictureTurn {
  return { role: 'user', text, pictures: images.map(({ picture }) => picture) };
}

/** What was said before in this chat, with its images as far as they can still be read. */
async function earlierTurns(
  history: vscode.ChatContext['history'],
  prepared: Images,
  signal: AbortSignal,
): Promise<PictureTurn[]> {
  const turns: PictureTurn[] = [];
  for (const one of history.slice(-mostImages))
    if (one instanceof vscode.ChatRequestTurn) {
      const { images } = await contentOf({ prompt: one.prompt, references: one.references, isEarlier: true });
      const pictures = await Promise.all(
        images.slice(0, mostImages).map(image => picture(image, prepared, signal).catch(() => undefined)),
      );
      turns.push({ role: 'user', text: one.prompt, pictures: pictures.filter(found => found !== undefined) });
    } else turns.push({ role: 'assistant', text: spoken(one), pictures: [] });
  return turns;
}

function spoken({ response }: vscode.ChatResponseTurn): string {
  return response
    .map(part => (part instanceof vscode.ChatResponseMarkdownPart ? part.value.value : ''))
    .join('');
}

async function prepared(
  images: readonly RequestImage[],
  parts: ParticipantParts,
  { stream, signal }: { stream: ParticipantRequest['stream']; signal: AbortSignal },
): Promise<ReadyImage[]> {
  const ready: ReadyImage[] = [];
  for (const image of images) {
    signal.throwIfAborted();
    stream.progress(t('Preparing {image}', { image: image.name }));
    ready.push({ name: image.name, picture: await picture(image, parts.images, signal) });
  }
  return ready;
}

async function picture(image: RequestImage, images: Images, signal: AbortSignal): Promise<PreparedImage> {
  const bytes = await image.read();
  signal.throwIfAborted();
  return images.prepare(bytes, image.name);
}

/** Asks the chosen model, and tells the answer as it comes, with who gave it. */
async function tell(
  { choice, asker, log }: ParticipantParts,
  turns: readonly PictureTurn[],
  { stream, signal }: { stream: ParticipantRequest['stream']; signal: AbortSignal },
): Promise<void> {
  const chosen = choice.current();
  stream.progress(t('Asking {model}', { model: chosen.model }));
  let end: Answer | undefined;
  for await (const event of asker.ask(chosen, turns, { signal, onRequest: () => undefined }))
    end = told(event, stream, log) ?? end;
  const { unfinishedAnswer } = await import('../../inference/api/unfinishedAnswer.ts');
  const failure = end === undefined ? undefined : unfinishedAnswer(end);
  if (failure !== undefined) throw failure;
  const { label: place, id } = chosen.provider;
  const label = id === offlineProvider.id ? place : `${chosen.model} · ${place}`;
  stream.markdown(`\n\n*${literalMarkdown(label)}*`);
}

function told(
  event: AnswerEvent,
  stream: ParticipantRequest['stream'],
  log: ParticipantParts['log'],
): Answer | undefined {
  if (event.type === 'text' || event.type === 'refusal') stream.markdown(event.text);
  else if (event.type === 'waiting') stream.progress(event.message);
  else if (event.type === 'notice') log.info(event.message);
  else if (event.type === 'end') return event.answer;
  return undefined;
}
