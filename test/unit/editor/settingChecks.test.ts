import { expect, test, vi } from 'vitest';
import { readManifest } from '../../../scripts/manifestTexts.ts';

interface Editor {
  values: Record<string, unknown>;
  defaults: Record<string, unknown>;
  warnings: string[];
}

const editor = vi.hoisted((): Editor => ({ values: {}, defaults: {}, warnings: [] }));

vi.mock('vscode', () => ({
  workspace: {
    getConfiguration: () => ({
      get: (name: string) => (name in editor.values ? editor.values[name] : editor.defaults[name]),
      inspect: (name: string) => ({ defaultValue: editor.defaults[name] }),
    }),
  },
  window: {
    showWarningMessage: (text: string) => {
      editor.warnings.push(text);
      return Promise.resolve(undefined);
    },
  },
  commands: {},
}));

const { readSetting } = await import('../../../src/editor/settings.ts');
const { checkedSetting } = await import('../../../src/editor/settingChecks.ts');

interface Property {
  type: string | string[];
  default: unknown;
  minimum?: number;
  maximum?: number;
  enum?: unknown[];
}

const manifest = readManifest() as {
  contributes: { configuration: { properties: Record<string, Property> }[] };
};
const properties = Object.entries(
  Object.assign({}, ...manifest.contributes.configuration.map(({ properties }) => properties)) as Record<
    string,
    Property
  >,
).map(([name, property]) => [name.replace('sightline.', ''), property] as const);
for (const [name, property] of properties) editor.defaults[name] = property.default;

type Name = Parameters<typeof readSetting>[0];

test('W21: every default fits, and what the manifest forbids does not', () => {
  for (const [key, { default: usual, minimum, maximum, type, enum: all }] of properties) {
    const name = key as Name;
    expect(checkedSetting(name, usual), name).toEqual({ value: usual, isWhole: true });
    const wrong: unknown[] = [Symbol.for('x'), () => 1, type === 'string' ? 7 : 'x'];
    if (minimum !== undefined) wrong.push(minimum - 1);
    if (maximum !== undefined) wrong.push(maximum + 1);
    if (all !== undefined) wrong.push('none of these');
    if (type === 'integer') wrong.push((minimum ?? 0) + 1.5);
    if (type === 'number' || type === 'integer') wrong.push(NaN, 1e9, null);
    for (const value of wrong)
      expect(checkedSetting(name, value).isWhole, `${name}: ${String(value)}`).toBe(false);
  }
});

test('W21: a wrong value is told once, and the default is in force', () => {
  editor.values = { 'describe.concurrency': 0, 'image.maxSide': 'x', maxRetries: 1e9, prompts: 1 };
  for (let time = 0; time < 3; time++)
    for (const name of Object.keys(editor.values))
      expect(readSetting(name as Name), name).toEqual(editor.defaults[name]);
  expect(editor.warnings).toHaveLength(4);
  expect(editor.warnings[0]).toContain('sightline.describe.concurrency');
  editor.warnings = [];
  const good = { name: 'Good', prompt: 'Fine' };
  editor.values = {
    prompts: [good, { name: 7 }],
    'runs.prices': { a: { input: 1, output: 2 }, b: { input: -1 } },
  };
  expect(readSetting('prompts')).toEqual([good]);
  expect(readSetting('runs.prices')).toEqual({ a: { input: 1, output: 2 } });
  expect(editor.warnings).toHaveLength(2);
});
