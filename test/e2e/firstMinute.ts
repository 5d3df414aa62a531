import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import { colouredFiles, type Colour } from '../support/pictures.ts';
import { chatStream, eventStream, startTestProvider, type TestProvider } from '../support/testProvider.ts';
import type { EditorPage } from './editorPage.ts';
import { startEditor } from './startEditor.ts';

/** What somebody does who has just installed Sightline, with a server on this machine: an editor without anything set. */
export interface FirstMinute {
  provider: TestProvider;
  editor: EditorPage;
  /** The next answer is a block of code. */
  answerInCode: () => void;
  /** Waits until a table of descriptions is written, with a row for each image. @param name From the folder. */
  exported: (name: string, images: number) => Promise<void>;
  close: () => Promise<void>;
}

/** Beside those of the sample folder: 25 in all. */
const colours = Object.fromEntries(
  Array.from({ length: 21 }, (_, index): [string, Colour] => [
    `pictures/x${String(index).padStart(2, '0')}.png`,
    [index * 12, 200 - index * 9, 40 + index * 7],
  ]),
);

/** Starts the editor, and the server where Ollama usually listens. */
export async function startFirstMinute(): Promise<FirstMinute> {
  const provider = await startTestProvider({ models: ['seer'] });
  const editor = await startEditor({
    settings: { 'sightline.providerAddresses': { ollama: provider.url } },
    files: await colouredFiles(colours),
  });
  const linesOf = (name: string): Promise<number> =>
    readFile(path.join(editor.folder, name), 'utf8').then(
      text => text.trimEnd().split('\n').length,
      () => 0,
    );
  return {
    provider,
    editor,
    answerInCode: () => provider.script(eventStream(...chatStream(['```ts\n', '// better\n', '```\n']))),
    exported: (name, images) => expect.poll(() => linesOf(name)).toBe(images + 1),
    close: async () => {
      await editor.close();
      await provider.close();
    },
  };
}
