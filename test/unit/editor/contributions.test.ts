import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readManifest } from '../../../scripts/manifestTexts.ts';
import { pictureViewType, shownByTheEditor } from '../../../src/editor/pictures/pictureViewType.ts';
import { readEndings } from '../../../src/images/open/fileFormat.ts';
import { toolDefinitions } from '../../../src/tools/definitions.ts';
import { pictureEndings, sharedEndings } from '../../../src/images/pictureEndings.ts';
import {
  applicationSettings,
  authenticationProvider,
  commands,
  tools,
  views,
  type SettingTypes,
} from '../../../src/contributions.ts';

interface WalkthroughStep {
  id: string;
  description: string;
  media: { svg: string; altText: string };
  completionEvents: string[];
}

interface Manifest {
  activationEvents: string[];
  contributes: {
    commands: { command: string; title: string }[];
    configuration: {
      properties: Record<string, { scope?: string; default: unknown; description?: string }>;
    }[];
    menus: Record<string, { command: string; when?: string }[]>;
    keybindings: { command: string }[];
    languageModelTools: {
      name: string;
      toolReferenceName: string;
      displayName: string;
      modelDescription: string;
      inputSchema: object;
      when: string;
    }[];
    chatSkills: { path: string }[];
    views: Record<string, { id: string }[]>;
    authentication: { id: string; label: string }[];
    walkthroughs: { steps: WalkthroughStep[] }[];
    customEditors: { viewType: string; priority: string; selector: { filenamePattern: string }[] }[];
  };
}

const manifest = readManifest() as Manifest;
const properties = Object.assign(
  {},
  ...manifest.contributes.configuration.map(section => section.properties),
) as Manifest['contributes']['configuration'][number]['properties'];

/** Every setting's name: forgetting one does not compile. */
const settingNames: Record<keyof SettingTypes, true> = {
  provider: true,
  model: true,
  apiFormat: true,
  providers: true,
  providerAddresses: true,
  keysFromEnvironment: true,
  'models.mirror': true,
  'service.url': true,
  'service.keyVariable': true,
  temperature: true,
  topP: true,
  maxOutputTokens: true,
  requestTimeout: true,
  maxRetries: true,
  'image.maxSide': true,
  'image.quality': true,
  'image.detail': true,
  'image.mapping': true,
  'image.allowedHosts': true,
  'recognition.enabled': true,
  'describe.prompt': true,
  'describe.concurrency': true,
  'runs.concurrency': true,
  'runs.prices': true,
  'runs.sharedAnswers': true,
  'chat.enabled': true,
  'chat.contextWindows': true,
  'chat.imageDescriber': true,
  prompts: true,
  'agents.tools': true,
};

test('the manifest and the code name the same commands', () => {
  const declared = manifest.contributes.commands.map(({ command }) => command);
  expect(declared.toSorted()).toEqual(Object.values(commands).toSorted());
  const used = [...Object.values(manifest.contributes.menus).flat(), ...manifest.contributes.keybindings];
  for (const { command } of used) expect(declared).toContain(command);
});

test('no menu stands twice in the manifest, where the later one would take the place of the first', () => {
  const keys = readFileSync('package.json', 'utf8').match(/^ {6}"[^"]+": \[$/gm) ?? [];
  expect(keys.length).toBeGreaterThan(5);
  expect(keys).toEqual([...new Set(keys)]);
});

test('the tools for agents are one in the manifest and in the code, and none in a folder that is not trusted', () => {
  const { languageModelTools, chatSkills } = manifest.contributes;
  expect(
    languageModelTools.map(({ name, toolReferenceName, displayName, modelDescription, inputSchema }) => ({
      ...{ name, toolReferenceName, displayName, modelDescription, inputSchema },
    })),
  ).toEqual(
    toolDefinitions.map(({ name, title, description, inputSchema }) => ({
      name: `sightline_${name}`,
      toolReferenceName: name,
      displayName: title,
      modelDescription: description,
      inputSchema,
    })),
  );
  expect(toolDefinitions.map(({ name }) => name)).toEqual(tools);
  for (const { when } of languageModelTools) expect(when).toContain('isWorkspaceTrusted');
  for (const { path } of chatSkills) {
    const skill = readFileSync(path, 'utf8');
    expect(skill).toMatch(/^---\nname: look-at-images\ndescription: /);
    for (const name of tools) expect(skill).toContain(`#${name}`);
  }
});

test('the provider of accounts is one in the manifest and in the code', () => {
  expect(manifest.contributes.authentication).toEqual([authenticationProvider]);
});

test('the list of runs is a view in the container of Sightline', () => {
  expect(manifest.contributes.views['sightline']?.map(({ id }) => id)).toContain(views.runs);
});

test('each step of the walkthrough offers commands that exist under their own titles, and is done by running one', () => {
  const titles = new Map(manifest.contributes.commands.map(({ command, title }) => [command, title]));
  const steps = manifest.contributes.walkthroughs.flatMap(walkthrough => walkthrough.steps);
  expect(steps.map(({ id }) => id)).toEqual([
    ...['describeImage', 'chooseModel', 'describeFolder', 'promptSelection', 'keepKey', 'useInChat'],
  ]);
  for (const { description, media, completionEvents } of steps) {
    const offered = [...description.matchAll(/\[([^\]]+)\]\(command:([^)]+)\)/g)];
    expect(offered.length).toBeGreaterThan(0);
    for (const [, title, command = ''] of offered) {
      if (!command.startsWith('sightline.')) continue; // The editor's own.
      expect(titles.get(command)).toBe(title);
      expect(completionEvents).toContain(`onCommand:${command}`);
    }
    for (const event of completionEvents) {
      const [kind, name = ''] = event.split(':');
      const isKnown = kind === 'onCommand' ? titles.has(name) : name in properties;
      expect(isKnown || event === 'onCommand:workbench.action.chat.open', event).toBe(true);
    }
    expect(readFileSync(media.svg, 'utf8')).toContain(`<title>${media.altText}</title>`);
  }
});

test('the manifest and the code name the same settings', () => {
  expect(Object.keys(properties).toSorted()).toEqual(
    Object.keys(settingNames)
      .map(name => `sightline.${name}`)
      .toSorted(),
  );
});

test('settings that say where requests go cannot come from a folder', () => {
  const application = Object.keys(properties).filter(name => properties[name]?.scope === 'application');
  expect(application.toSorted()).toEqual(applicationSettings.map(name => `sightline.${name}`).toSorted());
});

test('the panel and the pages of runs are revived after a reload', () => {
  for (const view of [views.panel, views.run])
    expect(manifest.activationEvents).toContain(`onWebviewPanel:${view}`);
});

test('sampling parameters have no default, so that nothing is sent that the person did not set (REQ-2)', () => {
  for (const name of ['temperature', 'topP', 'maxOutputTokens'])
    expect(properties[`sightline.${name}`]?.default).toBeNull();
});

test('the picture editor is the first choice for what the editor cannot show, and offered for the rest', () => {
  const endings = Object.fromEntries(
    manifest.contributes.customEditors.map(({ viewType, priority, selector }) => [
      `${viewType} ${priority}`,
      selector.map(({ filenamePattern }) => filenamePattern.replace('*.', '')).toSorted(),
    ]),
  );
  expect(endings).toEqual({
    [`${views.picture} default`]: pictureEndings
      .filter(ending => !shownByTheEditor.includes(ending))
      .toSorted(),
    [`${views.otherPicture} option`]: shownByTheEditor.toSorted(),
  });
  expect(pictureViewType('/a/b.TIF')).toBe(views.picture);
  expect(pictureViewType('/a.tif/b.png')).toBe(views.otherPicture);
});

test('PIC-6: the endings in the menus, and those of the formats that are read, are one list', () => {
  const patterns = JSON.stringify(manifest).match(/\(jpg\|[a-z\d|]+\)/g) ?? [];
  expect(patterns).toHaveLength(10);
  for (const pattern of patterns) expect(pattern).toBe(`(${pictureEndings.join('|')})`);
  for (const ending of pictureEndings)
    expect(
      readEndings.some(known => known.test(ending)),
      ending,
    ).toBe(true);
  const read = new RegExp(readEndings.map(({ source }) => source).join('|'));
  const letters = Array.from('abcdefghijklmnopqrstuvwxyz0123456789');
  const longer = (endings: readonly string[]): string[] =>
    endings.flatMap(ending => letters.map(letter => ending + letter));
  const [one, two] = [letters, longer(letters)];
  const three = longer(two);
  const listed = new Set<string>([...pictureEndings, ...sharedEndings]);
  const missing: string[] = [];
  for (const endings of [one, two, three]) missing.push(...endings.filter(ending => read.test(ending)));
  for (const ending of three)
    for (const letter of letters) if (read.test(ending + letter)) missing.push(ending + letter);
  expect(missing.filter(ending => !listed.has(ending) && !/^im\d+$/.test(ending))).toEqual([]);
});
