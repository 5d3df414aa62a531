import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { access, chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../freePort.ts';

const run = promisify(execFile);

/** A PostgreSQL server of its own in a folder of its own, on loopback; its only user needs no password. */
export interface TestPostgres extends AsyncDisposable {
  /** `postgres://sightline@127.0.0.1:PORT/postgres`. */
  url: string;
  /** Makes an empty database, and gives its address. */
  database: (name: string) => Promise<string>;
  /** Runs SQL and gives the rows, a line each, their values separated by `|`. */
  sql: (url: string, text: string) => Promise<string>;
  /** Ends it at once, or starts it again at the same address. */
  stop: () => Promise<void>;
  start: () => Promise<void>;
}

/** Why there can be no server here, where there can be none. */
export async function whyNoPostgres(): Promise<string | undefined> {
  if ((await programs()) === undefined)
    return "PostgreSQL's server is not installed (Debian: apt-get install postgresql)";
  if (userInfo().uid === 0 && (await serverUser()) === undefined)
    return 'PostgreSQL refuses to run as root, and there is no user postgres';
  return undefined;
}

/** @param durable Whether every commit waits for the disk, as on a server in use. */
export async function startPostgres({ durable = false } = {}): Promise<TestPostgres> {
  const bin = await programs();
  if (bin === undefined) throw new Error(await whyNoPostgres());
  const user = userInfo().uid === 0 ? await serverUser() : undefined;
  const folder = await mkdtemp(path.join(tmpdir(), 'sightline-postgres-'));
  const as = { cwd: '/', env: { PATH: process.env.PATH, LC_ALL: 'C' }, ...user };
  if (user !== undefined) await chown(folder, user.uid, user.gid);
  const data = path.join(folder, 'data');
  await run(path.join(bin, 'initdb'), ['-D', data, '-U', 'sightline', '-A', 'trust', '-E', 'UTF8', '-N'], as);
  const port = await freePort();
  let server: ChildProcess | undefined;
  const url = `postgres://sightline@127.0.0.1:${port}/postgres`;
  const sql = async (database: string, text: string): Promise<string> => {
    const { stdout } = await run(path.join(bin, 'psql'), [
      '-XAtq',
      '-v',
      'ON_ERROR_STOP=1',
      '-c',
      text,
      database,
    ]);
    return stdout.trim();
  };
  const start = async (): Promise<void> => {
    const settings = [
      ...['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'max_connections=60'],
      ...(durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
    ];
    process.once('exit', () => server?.kill('SIGQUIT'));
    const words = ['-D', data, '-p', String(port), ...settings.flatMap(setting => ['-c', setting])];
    server = spawn(path.join(bin, 'postgres'), words, { ...as, stdio: 'ignore' });
    for (let tries = 0; tries < 200; tries++) {
      if (await sql(url, 'SELECT 1').catch(() => undefined)) return;
      if (server.exitCode !== null) break;
      await wait(50);
    }
    throw new Error('PostgreSQL does not start.');
  };
  const stop = async (): Promise<void> => {
    const running = server;
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
    const exited = new Promise(resolve => running.once('exit', resolve));
    // An immediate shutdown: its children go with it, which they do not after SIGKILL.
    running.kill('SIGQUIT');
    await exited;
  };
  await start();
  return {
    url,
    sql,
    start,
    stop,
    database: async name => {
      await sql(url, `CREATE DATABASE ${name}`);
      return url.replace(/postgres$/, name);
    },
    [Symbol.asyncDispose]: async () => {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The folder with the server's programs; Debian keeps them off the PATH. */
async function programs(): Promise<string | undefined> {
  const debian = '/usr/lib/postgresql';
  const versions = await readdir(debian).catch(() => []);
  const folders = [
    ...versions
      .sort((one, other) => Number(other) - Number(one))
      .map(version => path.join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(path.delimiter),
  ];
  for (const folder of folders)
    if (
      await access(path.join(folder, 'initdb')).then(
        () => true,
        () => false,
      )
    )
      return folder;
  return undefined;
}

async function serverUser(): Promise<{ uid: number; gid: number } | undefined> {
  const id = async (flag: string): Promise<number> => Number((await run('id', [flag, 'postgres'])).stdout);
  return Promise.all([id('-u'), id('-g')]).then(
    ([uid, gid]) => ({ uid, gid }),
    () => undefined,
  );
}
