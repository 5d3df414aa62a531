import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';

const manifest = z.object({ name: z.literal('sightline'), version: z.string() });

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
    return manifest.parse(JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))).version;
  } catch {
    // Not the one: there is none here, or it is another package's.
    return undefined;
  }
}
