import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Ajv } from 'ajv';
import ts from 'typescript';
import { describe, expect, onTestFinished, test } from 'vitest';
import { projectFolder } from '../../../scripts/projectFolder.ts';
import { run } from '../../../scripts/childProcess.ts';
import { readPromptFile } from '../../../src/prompts/promptFile.ts';
import { blocksOf, documents, readDocument, type Block } from '../../support/documents/markdown.ts';
import { works } from '../../support/works.ts';

/* The examples of the documents that are no commands: settings, programs, configuration files. */

const blocks = documents.flatMap(blocksOf);
const inLanguages = (...names: string[]): Block[] =>
  blocks.filter(({ language }) => names.includes(language));
const place = ({ document, line }: Block): string => `${document}:${line}`;

interface Manifest {
  contributes: { configuration: { properties: Record<string, object> }[] };
}

test('every block has a language that a test knows', () => {
  const known = [
    'sh',
    'console',
    'text',
    'json',
    'jsonc',
    'js',
    'ts',
    'python',
    'toml',
    'nginx',
    'ini',
    'caddy',
    'markdown',
  ];
  expect(blocks.filter(({ language }) => !known.includes(language)).map(place)).toEqual([]);
});

describe('JSON', () => {
  const manifest = JSON.parse(readFileSync(path.join(projectFolder, 'package.json'), 'utf8')) as Manifest;
  const settings = Object.assign(
    {},
    ...manifest.contributes.configuration.map(({ properties }) => properties),
  ) as Record<string, object>;

  /** With `…` a block shows a part of what a program prints; settings may stand without their braces. */
  const parsed = inLanguages('json', 'jsonc')
    .filter(({ text }) => !text.includes('…'))
    .map(block => {
      const { config, error } = ts.parseConfigFileTextToJson(
        'example.jsonc',
        block.text.startsWith('"') ? `{${block.text}}` : block.text,
      ) as { config?: Record<string, unknown>; error?: unknown };
      return { block, config, error };
    });

  test('every example parses', () => {
    expect(parsed.filter(({ error }) => error !== undefined).map(({ block }) => place(block))).toEqual([]);
  });

  test('settings have values that the editor takes', () => {
    const ajv = new Ajv({ strict: false });
    const given = parsed.flatMap(({ block, config }) =>
      Object.entries(config ?? {})
        .filter(([name]) => name.startsWith('sightline.'))
        .map(([name, value]) => ({ where: place(block), name, value })),
    );
    expect(given.length).toBeGreaterThan(1);
    for (const { where, name, value } of given) {
      expect(settings, where).toHaveProperty([name]);
      expect(ajv.validate(settings[name] ?? false, value), `${where}: ${name}: ${ajv.errorsText()}`).toBe(
        true,
      );
    }
  });
});

test('programs in TypeScript and JavaScript compile against the libraries', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sightline-examples-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const source = (name: string): string[] => [path.join(projectFolder, 'src', name)];
  const places = new Map(
    inLanguages('ts', 'js').map((block, index) => {
      const file = path.join(folder, `example${index}.ts`);
      // A page begins a program once: what comes after it goes on with its imports.
      const begun = block.text.includes('import ')
        ? ''
        : `import { LLM, imageToDataUrl } from '@sightline/inference';\n`;
      writeFileSync(file, `${begun}${block.text}\nexport {};\n`);
      return [file, place(block)];
    }),
  );
  const program = ts.createProgram([...places.keys()], {
    ...{
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
    },
    ...{ strict: true, noEmit: true, skipLibCheck: true, allowImportingTsExtensions: true, types: ['node'] },
    paths: {
      '@sightline/inference': source('inference/index.ts'),
      '@sightline/platform': source('platform/library/index.ts'),
    },
  });
  const wrong = [...places].flatMap(([file, where]) =>
    [
      ...program.getSyntacticDiagnostics(program.getSourceFile(file)),
      ...program.getSemanticDiagnostics(program.getSourceFile(file)),
    ].map(({ messageText }) => `${where}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`),
  );
  expect(places.size).toBeGreaterThan(4);
  expect(wrong).toEqual([]);
});

test.skipIf(!works('python3', '-c', 'import tomllib'))('programs in Python and TOML parse', async () => {
  const given = inLanguages('python', 'toml').map(block => [place(block), block.language, block.text]);
  const parse = [
    'import json, sys, tomllib',
    'for place, language, text in json.loads(sys.argv[1]):',
    '  compile(text, place, "exec") if language == "python" else tomllib.loads(text)',
  ].join('\n');
  await expect(run('python3', ['-c', parse, JSON.stringify(given)])).resolves.toBe('');
});

test('units of systemd have sections of assignments', () => {
  for (const block of inLanguages('ini'))
    for (const line of block.text.split('\n').filter(Boolean))
      expect(line, place(block)).toMatch(/^(?:\[(?:Unit|Service|Install)\]|[A-Z][A-Za-z]+=\S.*)$/);
});

test('every code of an error has its row under Troubleshooting', () => {
  const source = readFileSync(path.join(projectFolder, 'src/base/errors.ts'), 'utf8');
  const codes = [...source.matchAll(/^ {2}\| '(\w+)'/gm)].map(([, code = '']) => code);
  const rows = [...readDocument('docs/troubleshooting.md').matchAll(/^\| `(\w+)`/gm)].map(([, code]) => code);
  expect(codes.length).toBeGreaterThan(15);
  expect(rows).toEqual(codes);
});

test('blocks of nginx and Caddy close what they open, and end each directive', () => {
  for (const block of inLanguages('nginx', 'caddy')) {
    let depth = 0;
    for (const line of block.text
      .split('\n')
      .map(text => text.replace(/#.*/, '').trim())
      .filter(Boolean)) {
      if (line.endsWith('{')) depth++;
      else if (line === '}') depth--;
      else if (block.language === 'nginx') expect(line, place(block)).toMatch(/;$/);
      expect(depth, place(block)).toBeGreaterThanOrEqual(0);
    }
    expect(depth, place(block)).toBe(0);
  }
});

test('prompt files are read as they stand, with all that they name', async () => {
  const files = inLanguages('markdown');
  expect(files).not.toEqual([]);
  for (const block of files) {
    const file = await readPromptFile(Buffer.from(block.text), place(block));
    expect(file, place(block)).toMatchObject({ prompt: expect.stringContaining('{image.') as string });
  }
});
