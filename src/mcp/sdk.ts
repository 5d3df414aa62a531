import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
  RootsListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { Readable, Writable } from 'node:stream';

/** What comes with a request. */
export interface RequestExtra {
  /** Fires when the client cancels the request, or goes. */
  signal: AbortSignal;
  sendNotification: (notification: { method: string; params: object }) => Promise<void>;
}

/** A request, as far as it is read: the one that calls a tool has all of it. */
export interface CallRequest {
  params: {
    name: string;
    arguments?: Record<string, unknown>;
    _meta?: { progressToken?: string | number };
  };
}

/** The SDK's server, as far as it is used. The SDK's own types are made of its schemas, which compilers work on for minutes. */
export interface ProtocolServer {
  setRequestHandler: (
    schema: Schema,
    handler: (request: CallRequest, extra: RequestExtra) => Promise<object>,
  ) => void;
  setNotificationHandler: (schema: Schema, handler: () => void) => void;
  getClientCapabilities: () => { roots?: object } | undefined;
  listRoots: () => Promise<{ roots: readonly { uri: string }[] }>;
  onerror?: (error: Error) => void;
  onclose?: () => void;
  connect: (transport: object) => Promise<void>;
  close: () => Promise<void>;
}

type Schema = object;

/** The messages that are heard. */
export const messages: Readonly<Record<'callTool' | 'listTools' | 'rootsChanged', Schema>> = {
  callTool: CallToolRequestSchema,
  listTools: ListToolsRequestSchema,
  rootsChanged: RootsListChangedNotificationSchema,
};

// Its successor wants the schemas of tools in zod; ours are JSON Schema, which the editor takes as well.
// eslint-disable-next-line @typescript-eslint/no-deprecated
const ServerOfSdk = Server as unknown as new (
  info: { name: string; title: string; version: string },
  options: { capabilities: object; instructions: string },
) => ProtocolServer;

/** A server of tools, not connected yet. */
export function protocolServer(
  info: { name: string; title: string; version: string },
  options: { capabilities: object; instructions: string },
): ProtocolServer {
  return new ServerOfSdk(info, options);
}

/** A client at the other end of two streams. */
export function stdioTransport(stdin: Readable, stdout: Writable): object {
  return new StdioServerTransport(stdin, stdout);
}
