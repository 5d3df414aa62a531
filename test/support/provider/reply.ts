/** One thing done while a body is sent: text or bytes are written as they are; the rest is said by name. */
export type Step =
  | string
  | Uint8Array
  /** Waits. */
  | { pauseMs: number }
  /** Waits until the test says so. */
  | { until: Promise<unknown> }
  /** Destroys the socket: the connection breaks. */
  | { cut: true }
  /** Neither writes nor ends any more: the connection hangs until somebody closes it. */
  | { hang: true };

/** An answer as it goes over the wire. */
export interface Reply {
  /** 200 unless said otherwise. */
  status?: number;
  headers?: Record<string, string>;
  /** Milliseconds before the status line. */
  delayMs?: number;
  /** An object goes out as JSON, a text as it is, steps one after the other. */
  body?: object | string | readonly Step[];
  /** Writes every byte by itself. */
  byteByByte?: boolean;
}

/** A stream of server-sent events; the content type says so. */
export function eventStream(...steps: readonly Step[]): Reply {
  return { headers: { 'content-type': 'text/event-stream' }, body: steps };
}

/** One event with this value as its data. */
export function data(value: unknown): string {
  return `data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`;
}

/** A refusal as OpenAI words it. */
export function refusal(
  status: number,
  error: { message: string; code?: string; param?: string; type?: string },
  headers: Record<string, string> = {},
): Reply {
  return { status, headers, body: { error } };
}
