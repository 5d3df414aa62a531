import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { projectFolder } from './projectFolder.ts';

/** The words of the manifest, by the keys that `package.json` has in their place (`%command.openPanel%`). */
export type ManifestTexts = Readonly<Record<string, string>>;

/** The languages into which the manifest and the messages are translated; English is what they are written in. */
export function translatedLanguages(): string[] {
  return readdirSync(projectFolder)
    .flatMap(name => /^package\.nls\.(.+)\.json$/.exec(name)?.[1] ?? [])
    .sort();
}

/** The words of the manifest in a language; in English without one. */
export function manifestTexts(language?: string, folder = projectFolder): ManifestTexts {
  const name = language === undefined ? 'package.nls.json' : `package.nls.${language}.json`;
  const file = path.join(folder, name);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as ManifestTexts) : {};
}

/** A manifest with words in place of its keys, as the editor reads it; a key without words stays. */
export function withTexts<T>(manifest: T, texts: ManifestTexts = manifestTexts()): T {
  return JSON.parse(
    JSON.stringify(manifest, (_name, value: unknown) =>
      typeof value === 'string' ? (texts[keyIn(value) ?? ''] ?? value) : value,
    ),
  ) as T;
}

/** The key that stands in place of a text. */
export function keyIn(text: string): string | undefined {
  return /^%([^%]+)%$/.exec(text)?.[1];
}

/** `package.json` with its words in a language, English without one; what a language lacks is English. */
export function readManifest(language?: string, folder = projectFolder): unknown {
  const manifest: unknown = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  return withTexts(manifest, { ...manifestTexts(undefined, folder), ...manifestTexts(language, folder) });
}
