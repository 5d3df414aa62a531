/**
 * The messages of the program for whoever translates it: `npm run l10n` writes them all to `l10n/bundle.l10n.json`, takes what is
 * left over out of the translations, and says what each of them lacks.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { collectMessages } from './collectMessages.ts';
import { translatedLanguages } from './manifestTexts.ts';
import { projectFolder } from './projectFolder.ts';

/** Translations by their English messages. */
export type Bundle = Readonly<Record<string, string>>;

/** The file of a language; of all messages in English without one. */
export function bundleFile(language?: string): string {
  const name = language === undefined ? 'bundle.l10n.json' : `bundle.l10n.${language}.json`;
  return path.join(projectFolder, 'l10n', name);
}

/** All messages in English, as their file has them. */
export function englishBundle(): Bundle {
  return Object.fromEntries([...collectMessages().messages.keys()].map(key => [key, key]));
}

export async function readBundle(language?: string): Promise<Bundle> {
  return JSON.parse(await readFile(bundleFile(language), 'utf8')) as Bundle;
}

async function writeBundle(bundle: Bundle, language?: string): Promise<void> {
  await writeFile(bundleFile(language), `${JSON.stringify(bundle, undefined, 2)}\n`);
}

if (import.meta.main) {
  const english = englishBundle();
  await writeBundle(english);
  for (const language of translatedLanguages()) {
    const known = await readBundle(language);
    const keys = Object.keys(english);
    const missing = keys.filter(key => known[key] === undefined);
    await writeBundle(
      Object.fromEntries(keys.flatMap(key => (known[key] === undefined ? [] : [[key, known[key]]]))),
      language,
    );
    console.log(`${language}: ${missing.length === 0 ? 'complete' : `${missing.length} missing`}`);
    for (const key of missing) console.log(`  ${JSON.stringify(key)}`);
  }
}
