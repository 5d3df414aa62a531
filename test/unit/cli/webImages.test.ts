import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freshCli, type Cli } from '../../support/cliProcess.ts';
import { png, red, solid } from '../../support/pictures.ts';
import { selfSigned } from '../../support/provider/selfSigned.ts';
import { ended, firstLine, startChild } from '../../support/service/child.ts';
import { dataFolder } from '../../support/service/dataFolder.ts';
import { signedIn } from '../../support/service/signedIn.ts';
import { requestContent, startTestProvider, type TestProvider } from '../../support/testProvider.ts';

const canary = 'sk-canary-0123456789';
const mine = ['--provider', 'mine', '--model', 'm1'];
const fetching = ['--provider', 'fetching', '--model', 'm1'];
const allow = ['--allow-image-host', '127.0.0.1'];

let cli: Cli;
let provider: TestProvider;
let images: Server;
/** Address of an image on this machine, and what its server was asked with. */
let address: string;
let asked: string[];

beforeEach(async () => {
  [cli, provider] = await Promise.all([freshCli({ MINE_API_KEY: canary }), startTestProvider()]);
  const image = await png(solid(30, 20, red));
  asked = [];
  images = createServer((request, response) => {
    asked.push(`${request.url}\n${request.rawHeaders.join('\n')}`);
    response.writeHead(200, { 'content-type': 'image/png' }).end(image);
  }).listen(0, '127.0.0.1');
  await once(images, 'listening');
  address = `http://127.0.0.1:${(images.address() as AddressInfo).port}/a%20b.png?token=t0ken`;
  for (const [id, more] of [
    ['mine', { keyVariable: 'MINE_API_KEY' }],
    ['fetching', { keyVariable: 'MINE_API_KEY', label: 'Fetching', fetchesImages: true }],
  ] as const)
    await writeFile(
      path.join(cli.folder, `provider-${id}.json`),
      JSON.stringify({ id, baseUrl: provider.url, ...more }),
    );
});

afterEach(async () => {
  expect(cli.printedSoFar()).not.toContain(canary);
  expect(cli.printedSoFar()).not.toContain('t0ken');
  expect(asked.join()).not.toContain(canary);
  images.closeAllConnections();
  images.close();
  await Promise.all([cli[Symbol.asyncDispose](), provider.close()]);
});

test('an image at a web address is downloaded after a yes, and sent as any other', async () => {
  const result = await cli.run(['describe', address, '--yes', ...allow, ...mine]);
  expect(result).toEqual({ code: 0, stdout: 'The picture is mostly red.\n', stderr: '' });
  expect(asked).toHaveLength(1);
  expect(requestContent(provider.requests[0]?.body).images[0]).toMatch(/^data:image\/jpeg;base64,/);
});

test('the same goes with a question, and is answered offline without a provider', async () => {
  const result = await cli.run(['ask', 'Which colours?', '--image', address, '--yes', ...allow]);
  expect(result).toMatchObject({ code: 0, stderr: '' });
  expect(result.stdout).toMatch(/red/);
});

test('the same is sent through the gateway of a service', async () => {
  const child = startChild('serviceProcess.ts', dataFolder(), '1000000');
  try {
    const browser = await signedIn(await firstLine(child));
    const { key } = await browser.makeKey();
    await cli.run(['login', '--service', browser.url], { input: key });
    const { code, stdout } = await cli.run([
      ...['describe', address, '--yes', ...allow],
      ...['--provider', 'service', '--model', 'offline/describer'],
    ]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/red/);
    expect(asked).toHaveLength(1);
    expect(asked.join()).not.toContain(key);
    expect(cli.printedSoFar()).not.toContain(key);
  } finally {
    child.kill('SIGKILL');
    await ended(child);
  }
});

test('without a yes, and nobody to ask, nothing is downloaded', async () => {
  const { code, stderr } = await cli.run(['describe', address, ...allow, ...mine]);
  expect(code).toBe(2);
  expect(stderr).toContain('Give --yes where there is no terminal to ask on.');
  expect(asked).toEqual([]);
  expect(provider.requests).toEqual([]);
});

test('an address of a private network is refused, and how it is allowed is said', async () => {
  const { code, stderr } = await cli.run(['describe', address, '--yes', ...mine]);
  expect(code).not.toBe(0);
  const { host } = new URL(address);
  expect(stderr).toContain(`${host} is an address of this machine or of a private network.`);
  expect(stderr).toContain(`--allow-image-host ${host} allows it.`);
  expect(asked).toEqual([]);
});

test('a provider that downloads images gets the address as it is', async () => {
  const given = 'https://images.example/lake.jpg?size=2';
  const result = await cli.run(['describe', given, '--api', 'chat.completions', ...fetching]);
  expect(result).toMatchObject({ code: 0 });
  expect(result.stderr).toContain('The image at https://images.example/lake.jpg is downloaded by Fetching.');
  expect(requestContent(provider.requests[0]?.body).images).toEqual([given]);
});

test('what only this machine can reach, or whose pixels are asked for, is downloaded here for that provider, too', async () => {
  await cli.run(['describe', address, '--yes', ...allow, ...fetching]);
  expect(asked).toHaveLength(1);
  const { stderr } = await cli.run([
    'describe',
    'https://images.example/a.png',
    '--detail',
    'tiles',
    ...fetching,
  ]);
  expect(stderr).toContain('Give --yes');
});

test('a redirect never leads from https to http', async () => {
  const server = createTlsServer(selfSigned, (_, response) =>
    response.writeHead(302, { location: address }).end(),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const ca = path.join(cli.folder, 'ca.pem');
  await writeFile(ca, selfSigned.cert);
  const at = `https://127.0.0.1:${(server.address() as AddressInfo).port}/a.png`;
  try {
    const { stderr } = await cli.run(['describe', at, '--yes', ...allow, ...mine], {
      env: { NODE_EXTRA_CA_CERTS: ca },
    });
    expect(stderr).toContain('it leads from https to http.');
    expect(asked).toEqual([]);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test('a run does not take web addresses, and says so', async () => {
  const { code, stderr } = await cli.run([
    'describe',
    address,
    '--export',
    'csv',
    '--output',
    cli.folder,
    ...mine,
  ]);
  expect(code).toBe(2);
  expect(stderr).toContain('A run describes files and folders.');
});
