import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The extension, the command line, and the libraries. */
const ours = /^(?:sightline|@sightline\/[a-z]+)$/;

/** Sightline's version, from the package.json above this file: it lies elsewhere once the command line is built. */
export function sightlineVersion(): string {
  for (let folder = import.meta.dirname; ; folder = path.dirname(folder)) {
    const version = versionIn(folder);
    if (version !== undefined) return version;
    if (folder === path.dirname(folder)) return '0.0.0';
  }
}

function versionIn(folder: string): string | undefined {
  try {
    const manifest: unknown = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    if (typeof manifest !== 'object' || manifest === null) return undefined;
    const { name, version } = manifest as { name?: unknown; version?: unknown };
    return typeof name === 'string' && ours.test(name) && typeof version === 'string' ? version : undefined;
  } catch {
    // Not the one: there is none here, or it is no package's.
    return undefined;
  }
}
