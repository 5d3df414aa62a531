import * as vscode from 'vscode';
import { onAbort } from '../../base/onAbort.ts';
import { isJsonObject } from '../../base/json.ts';
import type { Destination } from '../../inference/api/question.ts';
import { chatFrames } from '../../inference/offline/chatFormat.ts';
import { continued, type ReplyEnd } from '../../inference/offline/reply.ts';
import { eventStream } from '../../inference/offline/serverSentEvents.ts';
import { editorModelsProvider } from './editorModelsProvider.ts';
import { t } from '../../base/l10n.ts';
import { present } from '../../base/present.ts';
import { editorMessages } from './editorMessages.ts';
import { editorModel, editorModels, explained, nameOf, takesImages } from './editorModels.ts';

/** What the person reads where the editor asks whether Sightline may use a model. */
const justification = t('Sightline asks the model that you chose about your images and selected text.');

/** The models of other extensions, asked as a server is: over this, everything else is the same as for any provider. */
export function editorModelsDestination(): Destination {
  const { label, baseURL, api } = editorModelsProvider;
  return {
    ...{ label, baseURL, api },
    fetch: async (input, init) => {
      const request = new Request(input, init);
      request.signal.throwIfAborted();
      return request.method === 'GET' ? Response.json({ data: await entries() }) : answer(request);
    },
  };
}

/** The list of models, in the words of OpenRouter. */
async function entries(): Promise<object[]> {
  return (await editorModels()).map(model => {
    const images = takesImages(model);
    return {
      id: nameOf(model),
      object: 'model',
      context_length: model.maxInputTokens,
      architecture: {
        output_modalities: ['text'],
        ...(images === undefined ? {} : { input_modalities: images ? ['text', 'image'] : ['text'] }),
      },
    };
  });
}

async function answer(request: Request): Promise<Response> {
  const body: unknown = await request.json();
  if (!isJsonObject(body)) throw new TypeError('The body of a request is an object.');
  const model = await editorModel(String(body.model));
  const stop = new vscode.CancellationTokenSource();
  onAbort(request.signal, () => stop.cancel());
  try {
    const { temperature, top_p, max_tokens } = body;
    const modelOptions = present({ temperature, top_p, max_tokens });
    const { stream } = await model.sendRequest(
      editorMessages(body),
      { justification, ...(Object.keys(modelOptions).length === 0 ? {} : { modelOptions }) },
      stop.token,
    );
    const pieces = piecesOf(stream);
    // A refusal comes before the first piece, so that it is one of the request and not of a broken answer.
    const first = await pieces.next();
    const reply = {
      createdAt: Math.floor(Date.now() / 1000),
      model: nameOf(model),
      inputTokens: undefined,
      findings: [],
      pieces: continued(first, pieces),
    };
    return eventStream(request, withFailure(chatFrames(reply, body), model));
  } catch (error) {
    request.signal.throwIfAborted();
    throw explained(error, model);
  }
}

/** A failure in the middle goes out as that of a server: a stream that just ends would be a lost connection. */
async function* withFailure(
  frames: AsyncGenerator<string, void>,
  model: vscode.LanguageModelChat,
): AsyncGenerator<string, void> {
  try {
    yield* frames;
  } catch (failure) {
    const error = explained(failure, model);
    const message = error instanceof Error ? error.message : String(error);
    yield `data: ${JSON.stringify({ error: { message } })}\n\n`;
  }
}

async function* piecesOf(stream: AsyncIterable<unknown>): AsyncGenerator<string, ReplyEnd> {
  let text = '';
  for await (const part of stream)
    if (part instanceof vscode.LanguageModelTextPart) {
      text += part.value;
      yield part.value;
    }
  return { text, cut: false, outputTokens: 0 };
}
