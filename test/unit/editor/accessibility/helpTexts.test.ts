import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { commands } from '../../../../src/contributions.ts';
import { help, helpText, isHelpPage, type HelpPage } from '../../../../src/editor/accessibility/helpTexts.ts';

/** The rows of the table under a heading of the page on accessibility, without the marks of code. */
function tableUnder(heading: string): string[][] {
  const page = readFileSync('docs/accessibility.md', 'utf8');
  const part = page.slice(page.indexOf(`### ${heading}\n`)).split(/\n#{2,3} /, 2)[0] ?? '';
  const rows = part.split('\n').filter(line => line.startsWith('|'));
  return rows.slice(2).map(row =>
    row
      .split('|')
      .slice(1, -1)
      .map(cell => cell.replaceAll('`', '').trim()),
  );
}

test.for<[HelpPage, string]>([
  ['panel', 'Panel'],
  ['run', 'Folder run'],
  ['picture', 'Image editor and large image'],
  ['runs', 'List of runs'],
])('the help of the page %s names the keys that the documents list', ([page, heading]) => {
  const keys = help[page].keys.map(({ key, where, does }) => [key, where, does]);
  expect(tableUnder(heading)).toEqual(keys);
  for (const { key } of help[page].keys) expect(helpText(page)).toContain(`${key};`);
  expect(helpText(page)).toContain('Alt+F1');
});

test('keys lead to the help of each page: of the panel and the list of runs by name, of the page in front otherwise', () => {
  const { contributes } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    contributes: { keybindings: { command: string; key: string; args?: string }[] };
  };
  const keys = contributes.keybindings.filter(({ command }) => command === commands.openAccessibilityHelp);
  for (const key of ['alt+f1', 'shift+alt+f1'])
    expect(keys.filter(one => one.key === key).map(({ args }) => args)).toEqual(['panel', 'runs', undefined]);
  expect(['panel', 'runs'].every(isHelpPage)).toBe(true);
  expect([undefined, 'toString', {}].some(isHelpPage)).toBe(false);
});
