import type * as vscode from 'vscode';
import { Lazy } from '../../base/lazy.ts';
import type { AnswerChatParts } from './answerChat.ts';
import type { ChatModels } from './chatModels.ts';
import type { OfferedModel } from './offeredModels.ts';

/** Sightline's models as the editor asks for them. */
export class ChatProvider implements vscode.LanguageModelChatProvider<OfferedModel> {
  readonly onDidChangeLanguageModelChatInformation: vscode.Event<void>;
  readonly #models: Pick<ChatModels, 'offered' | 'onDidChange'>;
  readonly #parts: AnswerChatParts;
  /** Loaded with the first request: activation does without. */
  readonly #answering = new Lazy(() => import('./answerChat.ts'));
  readonly #counting = new Lazy(() => import('./tokenEstimate.ts'));

  constructor(models: Pick<ChatModels, 'offered' | 'onDidChange'>, parts: AnswerChatParts) {
    this.#models = models;
    this.#parts = parts;
    this.onDidChangeLanguageModelChatInformation = models.onDidChange;
  }

  /** Asked several times in a start, by whomever: from memory, without a dialog, whether silent or not. */
  provideLanguageModelChatInformation(): OfferedModel[] {
    return this.#models.offered();
  }

  async provideLanguageModelChatResponse(
    model: OfferedModel,
    messages: readonly vscode.LanguageModelChatRequestMessage[],
    options: vscode.ProvideLanguageModelChatResponseOptions,
    progress: vscode.Progress<vscode.LanguageModelResponsePart>,
    token: vscode.CancellationToken,
  ): Promise<void> {
    const { answerChat } = await this.#answering.get();
    await answerChat({ model, messages, options, progress, token }, this.#parts);
  }

  async provideTokenCount(
    _model: OfferedModel,
    text: string | vscode.LanguageModelChatRequestMessage,
  ): Promise<number> {
    const { estimateTokens } = await this.#counting.get();
    return estimateTokens(text);
  }
}
