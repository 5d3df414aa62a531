import { createServer } from 'node:http';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the fake service answers on one path; an object body becomes JSON, `hang` never answers, `drop` hangs up. */
export interface ScriptedAnswer {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  hang?: boolean;
  drop?: boolean;
  /** Answers only then. */
  after?: Promise<void>;
}

/** One request as it arrived. */
export interface SeenRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
}

/** A platform service on a loopback port whose answers a test writes; with nothing scripted it knows any key. */
export interface TestService extends AsyncDisposable {
  /** Its address, which is its origin too. */
  readonly url: string;
  readonly requests: SeenRequest[];
  /** The `authorization` headers it has seen, in order. */
  readonly authorizations: (string | undefined)[];
  /** From now on `path` is answered with these, one after the other; the last one stays. */
  script(path: string, ...answers: ScriptedAnswer[]): void;
  close(): Promise<void>;
}

/** A whole answer of GET /api/account/summary, as the contract has it. */
export function summaryOf(username: string): object {
  return {
    username,
    name: `${username} and friends`,
    accountType: 'personal',
    plan: 'free',
    creditsCents: 0,
    counts: { projects: 0, datasets: 0, models: 0 },
    teams: [],
  };
}

/** Starts the fake service. */
export async function startTestService(): Promise<TestService> {
  const requests: SeenRequest[] = [];
  const scripts = new Map<string, ScriptedAnswer[]>([['/api/account/summary', [{ body: summaryOf('ada') }]]]);
  const server = createServer((request, response) => {
    const path = (request.url ?? '').replace(/\?.*/, '');
    requests.push({ method: request.method ?? '', path, headers: request.headers });
    const answers = scripts.get(path);
    const answer = answers !== undefined && answers.length > 1 ? answers.shift() : answers?.[0];
    void send(response, answer ?? { status: 404, body: { error: 'Not found' } });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise(resolve => server.close(resolve));
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    get authorizations() {
      return requests.map(request => request.headers.authorization);
    },
    script: (path, ...answers) => void scripts.set(path, answers),
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function send(response: ServerResponse, answer: ScriptedAnswer): Promise<void> {
  await answer.after;
  const { status = 200, headers = {}, body = '', hang = false, drop = false } = answer;
  if (drop) response.destroy();
  if (hang || drop) return;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
}
