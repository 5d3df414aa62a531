import type { Readable, Writable } from 'node:stream';
import { onAbort } from '../base/onAbort.ts';
import { Semaphore } from '../base/semaphore.ts';
import type { ToolName } from '../tools/definitions.ts';
import { toolDefinitions } from '../tools/definitions.ts';
import { mcpName, toolOfMcpName } from '../tools/mcpNames.ts';
import type { ToolCall } from '../tools/toolWork.ts';
import { ClientRoots } from './clientRoots.ts';
import { messages, protocolServer, stdioTransport } from './sdk.ts';

/** Runs tools; what they return is what the agent is told. */
export interface ToolRunner {
  run: (name: ToolName, input: unknown, call: ToolCall) => Promise<string>;
  close: () => Promise<void>;
}

/** What the server is made of. */
export interface ToolServerParts {
  version: string;
  stdin: Readable;
  stdout: Writable;
  /** Ends the server. */
  signal: AbortSignal;
  /** Makes the tools, which look into the folders of the client. */
  tools: (roots: ClientRoots) => ToolRunner;
  /** Whether descriptions leave this machine, as the agent is told. */
  sendsOut: () => Promise<boolean>;
  /** What the agent is told of a failure, with what to do next. */
  explain: (error: unknown) => string;
  /** For people: the protocol has standard output for itself. */
  report: (message: string) => void;
}

/** Calls that run at once; others wait. */
const atOnce = 4;
/** Milliseconds between two signs of life of a call. */
const signOfLifeMs = 5000;

/** Serves the tools over MCP, until the client or the signal ends it. */
export async function serveTools(parts: ToolServerParts): Promise<void> {
  const { version, stdin, stdout, report } = parts;
  const server = protocolServer(
    { name: 'sightline', title: 'Sightline', version },
    {
      capabilities: { tools: {} },
      instructions:
        'Tools for the image files of the workspace. measure_image is exact and free: use it for sizes, colours and text first; describe_image answers what it cannot.',
    },
  );
  const roots = new ClientRoots(() =>
    server.getClientCapabilities()?.roots === undefined ? undefined : server.listRoots(),
  );
  const tools = parts.tools(roots);
  const turns = new Semaphore(inside => inside < atOnce);
  server.setNotificationHandler(messages.rootsChanged, () => roots.changed());
  server.setRequestHandler(messages.listTools, async () => {
    const sendsOut = await parts.sendsOut();
    return {
      tools: toolDefinitions.map(({ name, title, description, inputSchema }) => ({
        ...{ name: mcpName(name), title, description, inputSchema },
        annotations: { title, readOnlyHint: true, openWorldHint: name === 'describeImage' && sendsOut },
      })),
    };
  });
  server.setRequestHandler(messages.callTool, async (request, extra): Promise<CallToolResult> => {
    const tool = toolOfMcpName(request.params.name);
    if (tool === undefined)
      return {
        ...said(
          `There is no tool of this name. Tools: ${toolDefinitions.map(({ name }) => mcpName(name)).join(', ')}.`,
        ),
        isError: true,
      };
    const { signal } = extra;
    const token = request.params._meta?.progressToken;
    const progress = new Progress((count, message) => {
      if (token === undefined) return;
      const params = { progressToken: token, progress: count, message };
      extra.sendNotification({ method: 'notifications/progress', params }).catch(() => undefined);
    });
    try {
      await turns.enter(signal);
      try {
        const call = { signal, progress: (message: string) => progress.say(message) };
        return said(await tools.run(tool.name, request.params.arguments ?? {}, call));
      } finally {
        turns.leave();
      }
    } catch (error) {
      signal.throwIfAborted();
      return { ...said(parts.explain(error)), isError: true };
    } finally {
      progress.end();
    }
  });
  server.onerror = error => report(`A message of the client was ignored: ${error.message}`);
  const closed = new Promise<void>(resolve => (server.onclose = resolve));
  const close = (): void => void server.close().catch(() => undefined);
  stdin.once('end', close).once('close', close);
  stdout.on('error', close);
  onAbort(parts.signal, close);
  await server.connect(stdioTransport(stdin, stdout));
  await closed;
  await tools.close();
}

/** Signs of life of one call: each counts more than the one before. */
class Progress {
  readonly #send: (count: number, message: string) => void;
  readonly #timer: NodeJS.Timeout;
  #count = 0;
  #message = 'Waiting for its turn';

  constructor(send: (count: number, message: string) => void) {
    this.#send = send;
    this.#timer = setInterval(() => this.say(this.#message), signOfLifeMs).unref();
  }

  say(message: string): void {
    this.#message = message;
    this.#send(++this.#count, message);
  }

  end(): void {
    clearInterval(this.#timer);
  }
}

/** The result of a call. */
interface CallToolResult {
  content: { type: 'text'; text: string }[];
  isError?: true;
}

function said(text: string): CallToolResult {
  return { content: [{ type: 'text', text }] };
}
