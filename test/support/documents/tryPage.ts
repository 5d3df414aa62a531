import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openStore } from '../../../src/service/store/openStore.ts';
import { firstOwner } from '../../../src/service/store/people.ts';
import { createTeam } from '../../../src/service/store/workspaces.ts';
import { freePort } from '../freePort.ts';
import { signedIn, type Browser } from '../service/signedIn.ts';
import type { DocumentedCommand } from './documentedCommands.ts';
import { notRun } from './notRun.ts';
import { copyFolder } from './pageFolder.ts';
import { PageShell, type Lasting, type Outcome } from './pageShell.ts';

/** What the commands of all pages meet on this machine. */
export interface World {
  /** A folder of {@link makePageFolder}, and of settings; each page works in a copy. */
  template: string;
  env: Record<string, string>;
  /** The address of a provider. */
  provider: string;
  /** A service that runs, and its owner. */
  service: Browser;
}

/** A page as somebody follows it from the top, in a folder of its own. */
export class TriedPage implements AsyncDisposable {
  readonly #world: World;
  readonly #folder: string;
  readonly #shell: PageShell;
  readonly #ports: Record<string, number>;
  /** The owner of the service that runs: that of the page once it has started one. */
  #owner: Browser;
  #running: Lasting | undefined;

  private constructor(world: World, folder: string, ports: Record<string, number>) {
    [this.#world, this.#folder, this.#ports, this.#owner] = [world, folder, ports, world.service];
    const env = { ...world.env, HOME: folder, SIGHTLINE_CONFIG_DIR: path.join(folder, 'config') };
    this.#shell = new PageShell({ folder, env });
  }

  static async open(world: World, folder: string): Promise<TriedPage> {
    await copyFolder(world.template, folder);
    const [http, https] = await Promise.all([freePort(), freePort()]);
    return new TriedPage(world, folder, { 8095: http, 8443: https });
  }

  /** Runs a command; one that goes on has ended when the next of its kind begins. Undefined where none can run it. */
  async follow({ text }: DocumentedCommand): Promise<Outcome | undefined> {
    const skipped = notRun.find(({ command }) => command === text);
    if (skipped !== undefined) {
      if (/systemctl (?:stop|restart)/.test(text)) return this.#endRunning();
      return undefined;
    }
    const line = this.#here(text);
    if (isServe(line) && !/--sign-in|--rotate-master-key/.test(line)) return this.#serve(line);
    if (/^sightline worker\b/.test(line)) return this.#work(line);
    if (/^sightline service (?:backup|restore|activity)\b/.test(line)) this.#makeServiceData();
    return this.#shell.run(line, await this.#typed(line));
  }

  /** Ends what still runs. */
  async close(): Promise<Outcome> {
    return this.#endRunning();
  }

  /** The command with addresses and ports of this machine. */
  #here(text: string): string {
    let line = text
      .replaceAll('https://vision.example.com:8443', 'https://localhost:8443')
      .replaceAll('https://my-resource.openai.azure.com/openai/v1', this.#world.provider)
      .replaceAll('--host 0.0.0.0', '--host 127.0.0.1')
      .replaceAll(/http:\/\/localhost:(?:11434|8000)\/v1/g, this.#world.provider);
    if (!isServe(line)) line = line.replaceAll('https://vision.example.com', this.#world.service.url);
    for (const [port, free] of Object.entries(this.#ports))
      line = line.replaceAll(new RegExp(String.raw`\b${port}\b`, 'g'), String(free));
    // Recognition takes seconds: only the reading of text needs it.
    return line.startsWith('sightline read ') ? `SIGHTLINE_RECOGNITION=on ${line}` : line;
  }

  /** What somebody types, or pipes in, where a command asks. */
  async #typed(line: string): Promise<string> {
    if (/^sightline login\b/.test(line)) return (await this.#ownerOf(line).makeKey('page')).key;
    return /^sightline provider set\b/.test(line) ? 'sk-example' : '';
  }

  #ownerOf(line: string): Browser {
    return line.includes(this.#world.service.url) ? this.#world.service : this.#owner;
  }

  async #serve(line: string): Promise<Outcome> {
    const before = await this.#endRunning();
    const lasting = await this.#shell.start(line, { ready: /Data folder: / });
    this.#running = lasting;
    const [, url = ''] = /running at (\S+)/.exec(lasting.stdout()) ?? [];
    const [, signInUrl] = /within a day: (\S+)/.exec(lasting.stdout()) ?? [];
    if (signInUrl !== undefined && url.startsWith('http://'))
      this.#owner = await signedIn({ url, signInUrl });
    return before;
  }

  /** Whoever has come to what is done with a service's data has it: a page that starts no service gets some. */
  #makeServiceData(): void {
    const dataDir = path.join(this.#folder, 'service-data');
    if (existsSync(dataDir)) return;
    const store = openStore({ dataDir });
    const { id, username: name } = firstOwner(store, 'Owner');
    createTeam(store, { username: 'acme', fullName: 'Acme', actor: { kind: 'user', id, name } });
    store.close();
  }

  /** A worker waits for jobs; the first one asks for the token on the terminal. */
  async #work(line: string): Promise<Outcome> {
    const answer = await this.#ownerOf(line).ask('POST', '/api/hosts', { name: `Host ${Date.now()}` });
    const { token } = (await answer.json()) as { token: string };
    await writeFile(path.join(this.#folder, 'token'), token);
    const typed = line.includes('token') ? undefined : token;
    const lasting = await this.#shell.start(line, {
      ready: /Waiting for jobs/,
      ...(typed === undefined ? {} : { typed }),
    });
    const { stdout } = await lasting.end();
    return { code: 0, stdout, stderr: '' };
  }

  async #endRunning(): Promise<Outcome> {
    const ended = await this.#running?.end();
    this.#running = undefined;
    return ended ?? { code: 0, stdout: '', stderr: '' };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#shell[Symbol.asyncDispose]();
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Whether a command starts the service, after variables or without. */
function isServe(line: string): boolean {
  return /\bsightline serve\b/.test(line);
}

/** A folder for the PATH with `sightline`, which is the built one and may speak with this machine alone. */
export async function makeBin(folder: string, { cli, guard }: { cli: string; guard: string }): Promise<void> {
  await mkdir(folder, { recursive: true });
  const script = `#!/bin/sh\nexec '${process.execPath}' --import '${guard}' '${cli}' "$@"\n`;
  await writeFile(path.join(folder, 'sightline'), script, { mode: 0o755 });
}
