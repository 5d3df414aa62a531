import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { manifestTexts } from '../../scripts/manifestTexts.ts';
import { bundleFile } from '../../scripts/messages.ts';
import { startTestProvider, type TestProvider } from '../support/testProvider.ts';
import type { EditorPage } from './editorPage.ts';
import { startEditor } from './startEditor.ts';
import { settingsFor } from './testSettings.ts';

let provider: TestProvider;
let editor: EditorPage | undefined;
beforeAll(async () => {
  provider = await startTestProvider();
});
afterEach(async () => {
  await editor?.close();
  editor = undefined;
});
afterAll(() => provider.close());

/** What the extension says in a language in place of its English messages. */
function wordsOf(language: string): { title: (key: string) => string; message: (english: string) => string } {
  const titles = manifestTexts(language);
  const messages = JSON.parse(readFileSync(bundleFile(language), 'utf8')) as Record<string, string>;
  const known = (texts: Readonly<Record<string, string>>, key: string): string => {
    const text = texts[key];
    if (text === undefined) throw new Error(`${language} has no "${key}".`);
    return text;
  };
  return { title: key => known(titles, key), message: english => known(messages, english) };
}

test.each(['de', 'he'])(
  'an editor in %s has commands, menus, panel and run in its language',
  async language => {
    const { title, message } = wordsOf(language);
    const opened = (editor = await startEditor({ language, settings: settingsFor(provider.url) }));
    await opened.runCommand(`Sightline: ${title('command.openPanel')}`);
    const question = opened.panel.getByRole('textbox', { name: message('Question'), exact: true });
    await question.fill('Hello');
    await opened.panel.getByRole('button', { name: message('Send'), exact: true }).click();
    await opened.lastEntry.getByText('You wrote: Hello').waitFor();
    // What is read once, when the extension starts, is in the language, too.
    await opened.lastEntry.hover();
    await opened.lastEntry
      .getByRole('button', { name: message('Copy'), exact: true })
      .first()
      .waitFor();
    await opened.screenshot(`language-${language}-panel`);
    const page = opened.panel.locator('html');
    expect(await page.getAttribute('lang')).toBe(language);
    expect(await page.getAttribute('dir')).toBe(language === 'he' ? 'rtl' : 'ltr');
    expect(await page.evaluate(html => html.scrollWidth <= html.clientWidth)).toBe(true);

    await opened.explorer.chooseFromMenu('pictures', title('command.describeFolder'));
    await opened.run.says(message('Not started'));
    await opened.run.button(message('Start')).waitFor();
    await opened.screenshot(`language-${language}-run`);
  },
);
