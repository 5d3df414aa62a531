import * as vscode from 'vscode';
import type { PreparedImage } from '../../images/preparedImage.ts';
import type { SpokenTurn, ToolCall, ToolTurn, Turn } from '../../inference/api/question.ts';
import type { ImageTreatment } from './imageTreatment.ts';
import { partContent } from './partContent.ts';
import { withoutRelayNotes } from './relayNote.ts';

/** The conversation of a request, as it is sent. */
export interface ChatTurns {
  turns: Turn[];
  /** All images in it, in order. */
  images: PreparedImage[];
}

/** How the messages are read. */
export interface ChatTurnsParts {
  treat: ImageTreatment;
  /** The name by which a tool is known to the API. */
  toolName: (name: string) => string;
  signal: AbortSignal;
}

/** The role of instructions: it has no name in the editor's API. */
const systemRole = 3;

/**
 * The messages of the editor's chat as turns. What is not known is left out. Calls without a result, and results without a
 * call, stay as they are: whoever asks pairs them.
 */
export async function chatTurns(
  messages: readonly vscode.LanguageModelChatRequestMessage[],
  parts: ChatTurnsParts,
): Promise<ChatTurns> {
  const reader = new MessageReader(parts);
  for (const message of messages) await reader.read(message);
  return reader.end();
}

class MessageReader {
  readonly #parts: ChatTurnsParts;
  readonly #turns: Turn[] = [];
  readonly #images: PreparedImage[] = [];
  #count = 0;

  constructor(parts: ChatTurnsParts) {
    this.#parts = parts;
  }

  async read({ role, content }: vscode.LanguageModelChatRequestMessage): Promise<void> {
    if ((role as number) === systemRole) return this.#system(content);
    if (role === vscode.LanguageModelChatMessageRole.Assistant) return this.#assistant(content);
    await this.#user(content);
  }

  end(): ChatTurns {
    return { turns: this.#turns, images: this.#images };
  }

  #system(content: readonly unknown[]): void {
    const text = textOf(content);
    if (text !== '') this.#turns.push({ role: 'system', text });
  }

  #assistant(content: readonly unknown[]): void {
    const text = withoutRelayNotes(textOf(content));
    const toolCalls = content
      .filter(part => part instanceof vscode.LanguageModelToolCallPart)
      .map(({ callId, name, input }): ToolCall => ({
        id: callId,
        name: this.#parts.toolName(name),
        arguments: JSON.stringify(input),
      }));
    if (text === '' && toolCalls.length === 0) return;
    this.#turns.push({ role: 'assistant', text, ...(toolCalls.length === 0 ? {} : { toolCalls }) });
  }

  async #user(content: readonly unknown[]): Promise<void> {
    const said: unknown[] = [];
    for (const part of content) {
      if (part instanceof vscode.LanguageModelToolResultPart) await this.#result(part);
      else said.push(part);
    }
    const { text, images } = await this.#read(said);
    if (text === '' && images.length === 0) return;
    this.#say({ role: 'user', text, ...(images.length === 0 ? {} : { images }) });
  }

  async #result({ callId, content }: vscode.LanguageModelToolResultPart): Promise<void> {
    const { text, images } = await this.#read(content);
    const turn: ToolTurn = { role: 'tool', callId, text };
    this.#turns.push(images.length === 0 ? turn : { ...turn, images });
  }

  /** What the person said in one go is one turn: some servers take no two in a row. */
  #say(turn: SpokenTurn): void {
    const last = this.#turns.at(-1);
    if (last?.role !== 'user') {
      this.#turns.push(turn);
      return;
    }
    const images = [...(last.images ?? []), ...(turn.images ?? [])];
    this.#turns[this.#turns.length - 1] = {
      role: 'user',
      text: [last.text, turn.text].filter(text => text !== '').join('\n\n'),
      ...(images.length === 0 ? {} : { images }),
    };
  }

  async #read(content: readonly unknown[]): Promise<{ text: string; images: PreparedImage[] }> {
    const texts: string[] = [];
    const images: PreparedImage[] = [];
    for (const part of content) {
      const read = partContent(part);
      if (read === undefined) continue;
      if (read.kind === 'text') {
        texts.push(read.text);
        continue;
      }
      this.#count += 1;
      const image = await this.#parts.treat({ bytes: read.bytes, number: this.#count }, this.#parts.signal);
      this.#parts.signal.throwIfAborted();
      if (typeof image === 'string') texts.push(image);
      else images.push(image);
    }
    this.#images.push(...images);
    return { text: joined(texts), images };
  }
}

function textOf(content: readonly unknown[]): string {
  return joined(
    content.flatMap(part => {
      const read = partContent(part);
      return read?.kind === 'text' ? [read.text] : [];
    }),
  );
}

function joined(texts: readonly string[]): string {
  return texts.filter(text => text !== '').join('\n');
}
