import { parseJson } from '../../base/json.ts';
import { makeFolders } from '../../base/node/makeFolder.ts';
import { writeWhole } from '../../base/node/writeWhole.ts';
import { chmod, readdir, readFile, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import type { z } from 'zod';
import { SightlineError, systemCode } from '../../base/errors.ts';
import type { Environment } from '../../base/environment.ts';

/** Where the command line saves what it keeps: SIGHTLINE_CONFIG_DIR, else the system's usual folder for that. */
export function configFolderPath(env: Environment, platform = process.platform): string {
  if (env.SIGHTLINE_CONFIG_DIR) return path.resolve(env.SIGHTLINE_CONFIG_DIR);
  if (platform === 'win32')
    return path.join(env.APPDATA ?? path.join(homedir(), 'AppData', 'Roaming'), 'Sightline');
  if (platform === 'darwin') return path.join(homedir(), 'Library', 'Application Support', 'sightline');
  return path.join(env.XDG_CONFIG_HOME || path.join(homedir(), '.config'), 'sightline');
}

/**
 * A folder of small JSON files that only this account may read. Each is written whole or not at all, and holds one
 * thing, so that two processes never undo each other's changes.
 */
export class ConfigFolder {
  readonly path: string;

  constructor(folder: string) {
    this.path = folder;
  }

  /**
   * What was saved under `name`; undefined where nothing was.
   * @throws {SightlineError} `store` where the file cannot be read or holds something else: it is not passed over.
   */
  async read<T>(name: string, shape: z.ZodType<T>): Promise<T | undefined> {
    const file = this.#file(name);
    let text: string;
    try {
      text = await readFile(file, 'utf8');
      if (process.platform !== 'win32' && ((await stat(file)).mode & 0o077) !== 0) await chmod(file, 0o600);
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return undefined;
      throw this.#error('read', file, error);
    }
    const parsed = shape.safeParse(parseJson(text));
    if (parsed.success) return parsed.data;
    throw new SightlineError('store', `The file ${file} is damaged.`, { hint: 'Delete it and save again.' });
  }

  /** Saves `value` under `name`, in place of what was there. */
  async write(name: string, value: object): Promise<void> {
    const file = this.#file(name);
    try {
      await makeFolders(this.path, 0o700);
      await writeWhole(file, `${JSON.stringify(value)}\n`, { mode: 0o600 });
    } catch (error) {
      throw this.#error('written', file, error);
    }
  }

  /** Removes what was saved under `name`; says whether there was anything. */
  async remove(name: string): Promise<boolean> {
    const file = this.#file(name);
    try {
      await rm(file);
      return true;
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return false;
      throw this.#error('removed', file, error);
    }
  }

  /** The names that begin with `prefix`, in order. */
  async names(prefix: string): Promise<string[]> {
    try {
      const files = await readdir(this.path);
      return files
        .filter(file => file.startsWith(prefix) && file.endsWith('.json'))
        .map(file => file.slice(0, -'.json'.length))
        .sort();
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return [];
      throw this.#error('read', this.path, error);
    }
  }

  /** The file of `name`. */
  #file(name: string): string {
    return path.join(this.path, `${name}.json`);
  }

  #error(what: string, file: string, cause: unknown): SightlineError {
    return new SightlineError(
      'store',
      `${file} cannot be ${what} (${systemCode(cause) ?? 'no reason given'}).`,
      {
        cause,
        hint: 'Set SIGHTLINE_CONFIG_DIR to a folder that this account may write to.',
      },
    );
  }
}
