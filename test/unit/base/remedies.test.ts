import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { SightlineError } from '../../../src/base/errors.ts';
import { hintIn, isRemedy, remedyIn, remedyKinds, type Remedy } from '../../../src/base/remedies.ts';
import { remedyText } from '../../../src/cli/remedyText.ts';
import { buttonsFor, editorHint } from '../../../src/editor/remedyButtons.ts';
import { libraryRemedies, withLibraryHint } from '../../../src/base/libraryRemedies.ts';

const source = path.resolve(import.meta.dirname, '../../../src');
const sharedRooms = ['base', 'images', 'inference', 'platform', 'runs', 'schema'];

/** What only one surface has: settings, buttons and commands of the editor, options of the command line. */
const namesASurface =
  /\bsightline\.(?!txt|caption|xmp|invalid)[a-z]|(?:^|[\s"'`(])--[a-z]|\b[Ss]ettings?\b|[Cc]ommand palette|[Cc]ommand line|\beditor\b|Extensions view|Set Provider Key|\bLog In\b|Choose Model|[Rr]esume the run|"sightline /;

/** The texts of a source file that read as a sentence: of several words, in a template what stands around its values. */
function sentencesOf(file: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) found.push(node.text);
    else if (ts.isTemplateExpression(node))
      found.push([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…'));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true));
  return found.filter(text => /\S\s+\S/.test(text));
}

const files = sharedRooms
  .flatMap(room =>
    readdirSync(path.join(source, room), { recursive: true, encoding: 'utf8' }).map(
      name => `${room}/${name}`,
    ),
  )
  // What users of the libraries read is in these.
  .filter(name => name !== 'base/libraryRemedies.ts' && !name.startsWith('platform/library/'))
  .filter(name => name.endsWith('.ts'));

test('no sentence of a room that several surfaces share names one of them', () => {
  const sentences = files.flatMap(name =>
    sentencesOf(path.join(source, name)).map(text => `${name}: ${text}`),
  );
  expect(sentences.length).toBeGreaterThan(300);
  expect(sentences.filter(text => namesASurface.test(text.slice(text.indexOf(': ') + 2)))).toEqual([]);
});

test('the search for such sentences finds them', () => {
  for (const text of [
    'Raise the setting sightline.x.',
    'Use --cap.',
    'See Settings.',
    'Run "sightline login".',
  ])
    expect(text).toMatch(namesASurface);
});

const everyRemedy: readonly Remedy[] = remedyKinds.map(kind => ({
  kind,
  os: 'linux',
  cpu: 'arm64',
  host: 'images.example',
}));

describe.each(everyRemedy)('$kind', remedy => {
  test('each surface has a sentence of its own, in its own terms', () => {
    expect(editorHint({ remedy })).toMatch(/^[A-Z].*\.$/);
    expect(editorHint({ remedy })).not.toMatch(/--[a-z]|"sightline /);
    const onCommandLine = remedyIn(remedyText, remedy);
    expect(onCommandLine).toMatch(/^(?:[A-Z]|--).*\.$/);
    expect(onCommandLine).not.toMatch(/\bsightline\.[a-z]|[Ss]etting|“/);
    expect(remedyIn(libraryRemedies, remedy) ?? '').not.toMatch(
      /\bsightline\.[a-z]|[Ss]etting|“|"sightline |--(?!os=|cpu=)/,
    );
  });

  test('is known again after it was stored', () => {
    expect(isRemedy(JSON.parse(JSON.stringify(remedy)))).toBe(true);
  });
});

test('what another version stored is no remedy of this one', () => {
  for (const value of [
    undefined,
    null,
    'logIn',
    {},
    { kind: 'later' },
    { kind: 'installImageProcessor', os: 1 },
  ])
    expect(isRemedy(value)).toBe(false);
});

test('the hint comes first, then the sentence of the surface', () => {
  const remedy = { kind: 'raiseTimeout' } as const;
  expect(hintIn(remedyText, { hint: 'It is slow.', remedy })).toBe('It is slow. Use a longer --timeout.');
  expect(hintIn(remedyText, { hint: 'It is slow.' })).toBe('It is slow.');
  expect(hintIn(remedyText, {})).toBeUndefined();
});

test('the library adds its sentence once, however often an error passes', () => {
  const error = new SightlineError('timeout', 'No.', { hint: 'Slow.', remedy: { kind: 'raiseTimeout' } });
  expect(withLibraryHint(withLibraryHint(error))).toBe(error);
  expect(error.hint).toBe('Slow. Raise the `timeout` option, in milliseconds.');
});

test('buttons: the remedy’s own comes first, and only what a surface offers', () => {
  const error = new SightlineError('badRequest', 'No.', { remedy: { kind: 'setProviderKey' } });
  expect(buttonsFor(error, ['retry', 'openSettings', 'setProviderKey'])).toEqual([
    'setProviderKey',
    'openSettings',
    'retry',
  ]);
  const ofService = new SightlineError('keyRejected', 'No.', { about: 'service' });
  expect(buttonsFor(ofService, ['logIn', 'setProviderKey'])).toEqual(['logIn']);
});
