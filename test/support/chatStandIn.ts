/** The editor's own parts of chat messages, and what else of `vscode` the chat's code needs: for `vi.mock('vscode', …)`. */
export class LanguageModelTextPart {
  value: string;
  constructor(value: string) {
    this.value = value;
  }
}

export class LanguageModelPromptTsxPart {
  value: unknown;
  constructor(value: unknown) {
    this.value = value;
  }
}

export class LanguageModelDataPart {
  data: Uint8Array;
  mimeType: string;
  constructor(data: Uint8Array, mimeType: string) {
    this.data = data;
    this.mimeType = mimeType;
  }
}

export class LanguageModelToolCallPart {
  callId: string;
  name: string;
  input: object;
  constructor(callId: string, name: string, input: object) {
    this.callId = callId;
    this.name = name;
    this.input = input;
  }
}

export class LanguageModelToolResultPart {
  callId: string;
  content: unknown[];
  constructor(callId: string, content: unknown[]) {
    this.callId = callId;
    this.content = content;
  }
}

export class LanguageModelError extends Error {
  readonly code: string;
  constructor(message: string | undefined, code: string) {
    super(message);
    this.code = code;
  }
  static NoPermissions = (message?: string) => new LanguageModelError(message, 'NoPermissions');
  static Blocked = (message?: string) => new LanguageModelError(message, 'Blocked');
  static NotFound = (message?: string) => new LanguageModelError(message, 'NotFound');
}

export class CancellationError extends Error {}

export const LanguageModelChatMessageRole = { User: 1, Assistant: 2 };
export const LanguageModelChatToolMode = { Auto: 1, Required: 2 };

/** Settings that differ from their defaults, by the name after `sightline.`. */
export const settings: Record<string, unknown> = {};

/** The defaults that the chat's code reads. */
const defaults: Record<string, unknown> = {
  'chat.enabled': true,
  'chat.contextWindows': {},
  'chat.imageDescriber': '',
  'describe.prompt': 'Describe the image.',
  temperature: null,
  topP: null,
  maxOutputTokens: null,
  requestTimeout: 60,
  maxRetries: 0,
  'image.maxSide': 2048,
  'image.quality': 85,
  'image.detail': 'fit',
  'image.mapping': 'auto',
};

export { Emitter as EventEmitter } from '../../src/base/emitter.ts';

export class Disposable {
  readonly #dispose: () => void;
  constructor(dispose: () => void) {
    this.#dispose = dispose;
  }
  static from(...parts: { dispose: () => void }[]): Disposable {
    return new Disposable(() => {
      for (const part of parts) part.dispose();
    });
  }
  dispose(): void {
    this.#dispose();
  }
}

const nothing = { dispose: () => undefined };

export const workspace = {
  isTrusted: true,
  onDidChangeConfiguration: () => nothing,
  getConfiguration: () => ({
    get: (name: string) => settings[name] ?? defaults[name],
    inspect: (name: string) => ({ defaultValue: defaults[name] }),
  }),
};
export const window = {};
export const commands = {};
