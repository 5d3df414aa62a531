/**
 * Megabytes of the service's process at its start, right after 1,500 questions of 200 KB, 64 at a time, and when it has
 * rested: `serviceStorm.ts <scratch folder>`.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { LoopReport } from '../../support/service/serviceProcess.ts';
import { signedIn } from '../../support/service/signedIn.ts';

const [scratch = ''] = process.argv.slice(2);
const [questions, atOnce, restMs] = [1500, 64, 25_000];

const provider = createServer((incoming, response) => {
  incoming.resume().once('end', () => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end('data: {"choices":[{"index":0,"delta":{"content":"Hello"}}]}\n\ndata: [DONE]\n\n');
  });
});
provider.keepAliveTimeout = 0;
await new Promise<void>(resolve => provider.listen(0, '127.0.0.1', resolve));
const baseUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`;

const serviceFile = fileURLToPath(new URL('../../support/service/serviceProcess.ts', import.meta.url));
const service = spawn(process.execPath, [serviceFile, path.join(scratch, 'storm')], {
  stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
});
process.once('exit', () => service.kill('SIGKILL'));
const { stdout } = service;
if (stdout === null) throw new Error('Its output is not read.');
const [line] = (await once(createInterface(stdout), 'line')) as [string];
const at = JSON.parse(line) as { url: string; signInUrl: string };
const browser = await signedIn(at);
const { key } = await browser.makeKey();
await browser.ask('PUT', '/api/provider-keys/bench', { key: 'bench-key', baseUrl });

const messages = [{ role: 'user', content: 'x'.repeat(200_000) }];
const body = Buffer.from(JSON.stringify({ model: 'bench/model', stream: true, messages }));
const start = await megabytes(service);
let left = questions;
await Promise.all(
  Array.from({ length: atOnce }, async () => {
    while (left > 0) {
      left -= 1;
      await ask();
    }
  }),
);
const storm = await megabytes(service);
await pause(restMs);
console.log(JSON.stringify({ start, storm, rest: await megabytes(service) }));
process.exit();

function ask(): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    request(`${at.url}/api/v1/chat/completions`, { method: 'POST', agent: false, headers }, response => {
      response.resume().once('end', () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`The service answered ${response.statusCode ?? ''}.`));
      });
    })
      .once('error', reject)
      .end(body);
  });
}

async function megabytes(child: ChildProcess): Promise<number> {
  child.send('report');
  return ((await once(child, 'message')) as [LoopReport])[0].rss;
}
