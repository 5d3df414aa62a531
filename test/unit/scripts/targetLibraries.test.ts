import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ProgramFailed } from '../../../scripts/childProcess.ts';
import { lockedClosure, readLock, type LockedPackages } from '../../../scripts/packageLock.ts';
import { packageTarget, packageTargets } from '../../../scripts/packageTargets.ts';
import { librariesOf, stageLibraries } from '../../../scripts/targetLibraries.ts';

let stage: string;
beforeEach(async () => {
  stage = await mkdtemp(path.join(tmpdir(), 'sightline-stage-'));
});
afterEach(() => rm(stage, { recursive: true }));

/** npm that does as its lock says; `but` leaves a package out. */
function obedientNpm(but?: string) {
  return async (_: readonly string[], { cwd = '' } = {}): Promise<string> => {
    const { packages } = JSON.parse(await readFile(path.join(cwd, 'package-lock.json'), 'utf8')) as {
      packages: LockedPackages;
    };
    for (const [place, entry] of Object.entries(packages)) {
      if (place === '' || place === but) continue;
      await mkdir(path.join(cwd, place), { recursive: true });
      await writeFile(
        path.join(cwd, place, 'package.json'),
        JSON.stringify({ version: entry?.version, says: entry }),
      );
    }
    return 'added some packages';
  };
}

test('each of the ten targets takes its own binaries and no others', async () => {
  const lock = await readLock();
  const natives = packageTargets.map(target =>
    librariesOf(target, lock)
      .map(place => place.replace('node_modules/', ''))
      .filter(name => /^@img\/sharp-(?!wasm32)/.test(name)),
  );
  expect(Object.fromEntries(packageTargets.map(({ name }, index) => [name, natives[index]]))).toEqual({
    'win32-x64': ['@img/sharp-win32-x64'],
    'win32-arm64': ['@img/sharp-win32-arm64'],
    'linux-x64': ['@img/sharp-libvips-linux-x64', '@img/sharp-linux-x64'],
    'linux-arm64': ['@img/sharp-libvips-linux-arm64', '@img/sharp-linux-arm64'],
    'linux-armhf': ['@img/sharp-libvips-linux-arm', '@img/sharp-linux-arm'],
    'alpine-x64': ['@img/sharp-libvips-linuxmusl-x64', '@img/sharp-linuxmusl-x64'],
    'alpine-arm64': ['@img/sharp-libvips-linuxmusl-arm64', '@img/sharp-linuxmusl-arm64'],
    'darwin-x64': ['@img/sharp-darwin-x64', '@img/sharp-libvips-darwin-x64'],
    'darwin-arm64': ['@img/sharp-darwin-arm64', '@img/sharp-libvips-darwin-arm64'],
    universal: [],
  });
});

test('npm gets the versions and the integrity of the lock, with nothing optional', async () => {
  const target = packageTarget('linux-armhf');
  const packages = await stageLibraries(stage, target, { fresh: true, npm: obedientNpm() });
  expect(packages.map(({ name }) => name)).toContain('@emnapi/runtime');
  const lock = await readLock();
  const place = 'node_modules/@img/sharp-libvips-linux-arm';
  const { says } = JSON.parse(await readFile(path.join(stage, place, 'package.json'), 'utf8')) as {
    says: unknown;
  };
  const { version, integrity } = lock[place] ?? {};
  expect(integrity).toMatch(/^sha512-/);
  expect(says).toMatchObject({ version, integrity });
  expect(says).not.toHaveProperty('optional');
});

test('a library that npm leaves out without a word is named', async () => {
  const npm = obedientNpm('node_modules/@img/sharp-win32-arm64');
  await expect(stageLibraries(stage, packageTarget('win32-arm64'), { fresh: true, npm })).rejects.toThrow(
    /libraries for win32-arm64 cannot be had[^]*npm left out: .*sharp-win32-arm64[^]*npm ping/,
  );
  expect(existsSync(path.join(stage, 'node_modules'))).toBe(false);
});

test('what npm says of a failure is told', async () => {
  const npm = (): Promise<string> =>
    Promise.reject(new ProgramFailed('npm ci', 1, 'npm error code EINTEGRITY\nnpm error wanted sha512-A'));
  await expect(stageLibraries(stage, packageTarget('darwin-arm64'), { fresh: true, npm })).rejects.toThrow(
    /darwin-arm64[^]*EINTEGRITY/,
  );
});

test('a package is looked for beside who needs it, then further out', () => {
  const entry = (
    dependencies: Record<string, string> = {},
  ): { version: string; dependencies: typeof dependencies } => ({
    version: '1.0.0',
    dependencies,
  });
  const lock = {
    'node_modules/a': entry({ b: '1', c: '1' }),
    'node_modules/a/node_modules/b': entry({ d: '1' }),
    'node_modules/b': entry(),
    'node_modules/c': entry({ b: '2' }),
    'node_modules/d': entry(),
    'node_modules/other': entry(),
  };
  expect(lockedClosure(lock, ['a'])).toEqual([
    'node_modules/a',
    'node_modules/a/node_modules/b',
    'node_modules/b',
    'node_modules/c',
    'node_modules/d',
  ]);
  expect(() => lockedClosure(lock, ['missing'])).toThrow('package-lock.json has no "missing"');
});

test('a target that does not exist is refused with those that do', () => {
  expect(() => packageTarget('linux-riscv64')).toThrow(/"linux-riscv64".*linux-armhf.*universal/);
});
