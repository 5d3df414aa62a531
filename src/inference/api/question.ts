import type { ApiFormat } from './apiFormat.ts';

/** One turn of a conversation. */
export type Turn = SystemTurn | SpokenTurn | ToolTurn;

/** Instructions that stand above the conversation. */
export interface SystemTurn {
  role: 'system';
  text: string;
  images?: undefined;
}

/** What the person or the model said. */
export interface SpokenTurn {
  role: 'user' | 'assistant';
  text: string;
  /** User turns only. */
  images?: readonly TurnImage[];
  /** Assistant turns only: the tools that the model called. Each is answered by a {@link ToolTurn}. */
  toolCalls?: readonly ToolCall[];
  /** Assistant turns only: what the model thought. Goes back only to servers that want it. */
  reasoning?: string;
}

/** What a tool gave back. */
export interface ToolTurn {
  role: 'tool';
  /** The {@link ToolCall} that it answers. */
  callId: string;
  text: string;
  images?: readonly TurnImage[];
}

/** A tool that the model may call. */
export interface Tool {
  /** `[A-Za-z0-9_-]{1,64}`, as the APIs want it. */
  name: string;
  description: string;
  /** JSON Schema of the arguments, an object; absent where there are none. */
  parameters?: Record<string, unknown>;
}

/** A call of a tool by the model. */
export interface ToolCall {
  id: string;
  name: string;
  /** The arguments as JSON, as the model wrote them: they may be damaged. */
  arguments: string;
}

/** An image as a data URL, or one with crops of it, as it was prepared. */
export type TurnImage =
  | string
  | {
      dataUrl: string;
      /** Crops in full size, row by row; left out first where a server takes fewer images. */
      tiles?: { across: number; down: number; dataUrls: readonly string[] };
    };

/** What the person set; a parameter that is absent is not sent. */
export interface SamplingParameters {
  temperature?: number;
  topP?: number;
  /** Longest answer in tokens. */
  maxOutputTokens?: number;
}

/** The form that an answer must have: a JSON object that fits a JSON Schema. */
export interface AnswerForm {
  /** `[A-Za-z0-9_-]{1,64}`, as the APIs want it. */
  name: string;
  schema: Record<string, unknown>;
}

/** A question to a model. */
export interface Question {
  model: string;
  /** The last turn is the person's, or a tool's. */
  turns: readonly Turn[];
  /** Tools that the model may call. */
  tools?: readonly Tool[];
  /** Whether a tool must be called; by itself the model decides. */
  toolChoice?: 'auto' | 'required';
  parameters?: SamplingParameters;
  /** Asked for by the API's own means where the server has them, else in words. The answer is not checked here. */
  schema?: AnswerForm;
}

/** Where a question goes. */
export interface Destination {
  /** The provider's name as the person sees it. */
  label: string;
  baseURL: string;
  api: ApiFormat;
  /** Absent for servers that need none: then no Authorization header is sent at all. */
  apiKey?: string;
  /** The transport; the offline describer stands here instead of the network. */
  fetch?: typeof globalThis.fetch;
}

/** The request as it went out, for "What was sent": no headers, no key. */
export interface SentRequest {
  method: 'POST';
  /** Without query and credentials. */
  url: string;
  body: Record<string, unknown>;
}

/** How a question is asked. */
export interface AskOptions {
  signal?: AbortSignal;
  /** Milliseconds without a first byte, or between two bytes of a stream, until the request counts as lost. */
  timeoutMs?: number;
  /** Tries after the first for rate limits and server faults; a time-out is never repeated. */
  maxRetries?: number;
  /** Milliseconds for which a server that loads its model is waited for, beside those tries. Ten minutes; 0: not at all. */
  loadingMs?: number;
  /** Called with each request that goes out, before it does. */
  onRequest?: (request: SentRequest) => void;
  /** Waits; replaced in tests. Rejects with an AbortError when the signal fires. */
  sleep?: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}
