import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { shorten } from '../base/shorten.ts';

const manifest = z.object({
  contributes: z.object({
    languages: z.array(z.object({ id: z.string(), aliases: z.optional(z.array(z.string())) })),
  }),
});

/** What a language is called, for which the editor's id is given: `TypeScript`, as the extension says that brings it. */
export function languageName(id: string): string {
  for (const { packageJSON } of vscode.extensions.all) {
    const languages = manifest.safeParse(packageJSON).data?.contributes.languages ?? [];
    const name = languages.find(language => language.id === id)?.aliases?.[0];
    if (name !== undefined && name !== '') return shorten(name, 60);
  }
  return id;
}
