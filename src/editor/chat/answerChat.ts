import * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import { isAbort, SightlineError } from '../../base/errors.ts';
import { isJsonObject, parseJson } from '../../base/json.ts';
import type { Answer, AnswerEvent, Usage } from '../../inference/api/answer.ts';
import type { ToolCall } from '../../inference/api/question.ts';
import { isBuiltIn } from '../../inference/providers/providers.ts';
import type { KeptDescriptions } from '../../runs/store/keptDescriptions.ts';
import { cancellable } from '../cancellable.ts';
import type { Log } from '../log.ts';
import { samplingParameters, type ModelAsker } from '../models/modelAsker.ts';
import type { ChosenModel } from '../models/modelChoice.ts';
import { withEditorHint } from '../remedyButtons.ts';
import { builtInQuestion, withoutImage } from './builtInQuestion.ts';
import { chatError } from './chatErrors.ts';
import { askedWith } from './chatQuestion.ts';
import { chatTurns } from './chatTurns.ts';
import { leaveOutImages, sendImages, type ImageTreatment } from './imageTreatment.ts';
import type { ModelName, OfferedModel } from './offeredModels.ts';
import type { PreparedImages } from '../preparedImages.ts';
import { relayNote } from './relayNote.ts';
import { ToolNames } from './toolNames.ts';

/** A request of the editor's chat. */
export interface ChatRequest {
  model: OfferedModel;
  messages: readonly vscode.LanguageModelChatRequestMessage[];
  options: vscode.ProvideLanguageModelChatResponseOptions;
  progress: vscode.Progress<vscode.LanguageModelResponsePart>;
  token: vscode.CancellationToken;
}

/** What a request is answered with. */
export interface AnswerChatParts {
  asker: Pick<ModelAsker, 'askQuestion'>;
  images: Pick<PreparedImages, 'prepare'>;
  /** The provider and model of an offer; `undefined` where it is gone. */
  chosen: (model: ModelName) => ChosenModel | undefined;
  /** Descriptions of images for models that take text alone. */
  kept: () => Promise<Pick<KeptDescriptions, 'find' | 'keep'>>;
  /** Hears of each failure before it is told, with the model that it is about. */
  onFailed: (model: ModelName, error: unknown) => void;
  log: Log;
}

/**
 * Answers a request of the editor's chat: the answer's parts go to its progress as they come, the tokens last.
 * @throws {vscode.LanguageModelError} or a plain error, in words for the person; `CancellationError` once it is cancelled.
 */
export function answerChat(request: ChatRequest, parts: AnswerChatParts): Promise<void> {
  return cancellable(request.token, async signal => {
    try {
      await answer(request, parts, signal);
    } catch (failure) {
      const isDescriber = failure instanceof DescriberFailed;
      const error = isDescriber ? failure.cause : failure;
      if (signal.aborted || isAbort(error)) throw new vscode.CancellationError();
      parts.log.error('A request of the chat failed', error);
      parts.onFailed(isDescriber ? failure.describer : request.model, error);
      // It is there at run time, and not typed.
      throw chatError(error, (request.options as { requestInitiator?: unknown }).requestInitiator);
    }
  });
}

async function answer(request: ChatRequest, parts: AnswerChatParts, signal: AbortSignal): Promise<void> {
  const { model, messages, options, progress } = request;
  const chosen = chosenBy(model, parts);
  const names = new ToolNames((options.tools ?? []).map(({ name }) => name));
  if (model.describedBy !== undefined) return answerDescribed(request, parts, { chosen, names, signal });
  const treat = treatmentOf(model, parts);
  const read = await chatTurns(messages, { treat, toolName: names.toApi, signal });
  const builtIn = isBuiltIn(chosen.provider.id);
  const asked = builtIn ? builtInQuestion(read) : read;
  if (asked === undefined) {
    progress.report(new vscode.LanguageModelTextPart(withoutImage(chosen.provider.id)));
    return;
  }
  const usual = samplingParameters();
  const how = builtIn ? { parameters: usual } : askedWith(options, names, usual);
  const events = parts.asker.askQuestion(
    chosen,
    { turns: asked.turns, ...how },
    { signal, images: asked.images },
  );
  await report(events, { progress, names, log: parts.log });
}

/** Asks a model that takes text alone, with its images described before. */
async function answerDescribed(
  request: ChatRequest,
  parts: AnswerChatParts,
  { chosen, names, signal }: { chosen: ChosenModel; names: ToolNames; signal: AbortSignal },
): Promise<void> {
  const { model, messages, options, progress } = request;
  const { describedBy = model } = model;
  const { DescribedTurns } = await import('./describedTurns.ts');
  const described = new DescribedTurns({
    ...{ describer: chosenBy(describedBy, parts), asker: parts.asker, signal },
    kept: await parts.kept(),
  });
  const treat = described.noting(sendImages(parts.images.prepare));
  const read = await chatTurns(messages, { treat, toolName: names.toApi, signal });
  const { turns, count } = await described.of(read.turns).catch((error: unknown) => {
    throw new DescriberFailed(describedBy, error);
  });
  // In the steps of an agent that bring no new image it was said before.
  if (count.described > 0 || turns.at(-1)?.role === 'user') {
    const note = relayNote(count);
    if (note !== '') progress.report(new vscode.LanguageModelTextPart(note));
  }
  const how = askedWith(options, names, samplingParameters());
  const events = parts.asker.askQuestion(chosen, { turns, ...how }, { signal, images: [] });
  await report(events, { progress, names, log: parts.log, before: count.usage });
}

/** A failure of the vision model, not of the model that was asked. */
class DescriberFailed extends Error {
  readonly describer: ModelName;

  constructor(describer: ModelName, cause: unknown) {
    super(t('An image could not be described'), { cause });
    this.describer = describer;
  }
}

function chosenBy(model: ModelName, parts: AnswerChatParts): ChosenModel {
  const chosen = parts.chosen(model);
  if (chosen !== undefined) return chosen;
  throw new SightlineError(
    'notFound',
    t('The provider of {model} is no longer set up.', { model: model.model }),
    {
      remedy: { kind: 'chooseModel' },
    },
  );
}

/** What becomes of the images of a request to this model. */
function treatmentOf({ capabilities, model }: OfferedModel, { images }: AnswerChatParts): ImageTreatment {
  return capabilities.imageInput === true ? sendImages(images.prepare) : leaveOutImages(model);
}

interface ReportParts extends Pick<ChatRequest, 'progress'> {
  names: ToolNames;
  log: Log;
  /** Tokens that descriptions took. */
  before?: Usage;
}

async function report(events: AsyncIterable<AnswerEvent>, parts: ReportParts): Promise<void> {
  const { progress, log } = parts;
  let usage: Usage | undefined;
  let end: Answer | undefined;
  for await (const event of events) {
    switch (event.type) {
      case 'text':
      case 'refusal':
        progress.report(new vscode.LanguageModelTextPart(event.text));
        break;
      case 'reasoning':
        reportThoughts(event.text, progress);
        break;
      case 'toolCall':
        progress.report(callPart(event.call, parts.names));
        break;
      case 'usage':
        usage = event.usage;
        break;
      case 'notice':
        log.info(withEditorHint(event));
        break;
      case 'waiting':
        log.info(event.message);
        break;
      case 'textWasReasoning':
        break; // What was said cannot be taken back there.
      case 'end':
        end = event.answer;
    }
  }
  const tokens = sumOf(end?.usage ?? usage, parts.before);
  if (tokens !== undefined) progress.report(usagePart(tokens));
  await checkEnd(end);
}

/** The tokens of an answer and of what went before it; nothing where none were told. */
function sumOf(usage: Usage | undefined, before: Usage | undefined): Usage | undefined {
  if (before === undefined || before.inputTokens + before.outputTokens === 0) return usage;
  const { inputTokens = 0, outputTokens = 0 } = usage ?? {};
  return {
    ...usage,
    inputTokens: inputTokens + before.inputTokens,
    outputTokens: outputTokens + before.outputTokens,
  };
}

/** An answer that was broken off is told as a failure; what a model said in words was told as it came. */
async function checkEnd(end: Answer | undefined): Promise<void> {
  if (end === undefined) throw new SightlineError('noAnswer', t('The provider returned no answer.'));
  if (['complete', 'refused', 'noImage'].includes(end.reason)) return;
  const { unfinishedAnswer } = await import('../../inference/api/unfinishedAnswer.ts');
  const failure = unfinishedAnswer(end);
  if (failure !== undefined) throw failure;
}

function callPart(
  { id, name, arguments: text }: ToolCall,
  names: ToolNames,
): vscode.LanguageModelToolCallPart {
  const input = text.trim() === '' ? {} : parseJson(text);
  const tool = names.toEditor(name);
  if (!isJsonObject(input))
    throw new SightlineError(
      'noAnswer',
      t('The model called the tool {tool} with arguments that are not JSON.', { tool }),
      {
        hint: t('Try again, or choose another model: small models often fail at this.'),
      },
    );
  return new vscode.LanguageModelToolCallPart(id, tool, input);
}

/** The part that fills the chat's meter. */
function usagePart({ inputTokens, outputTokens }: Usage): vscode.LanguageModelDataPart {
  const counts = {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    prompt_tokens_details: { cached_tokens: 0 },
  };
  return new vscode.LanguageModelDataPart(new TextEncoder().encode(JSON.stringify(counts)), 'usage');
}

/** Thoughts have a part of their own in newer editors, which is not typed yet. */
function reportThoughts(text: string, progress: ChatRequest['progress']): void {
  const Part = (vscode as unknown as Record<string, unknown>).LanguageModelThinkingPart;
  if (typeof Part !== 'function') return;
  try {
    const thoughts = Reflect.construct(Part, [text]) as vscode.LanguageModelTextPart;
    progress.report(thoughts);
  } catch {
    // They are no part of the answer.
  }
}
