import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import ts from 'typescript';

// The build in JavaScript alone: no program of its own, no Java.
process.env.RECHECK_BACKEND = 'pure';
const { checkSync } = await import('recheck');

const root = path.join(import.meta.dirname, '../../..');

/** What recheck said of expressions that have not changed since; asking it about all of them takes minutes. */
const checked = JSON.parse(
  readFileSync(path.join(root, 'test/fixtures/checkedExpressions.json'), 'utf8'),
) as Record<string, 'safe' | 'undecided'>;

/** Expressions that could take long on a long text, and why none meets them. */
const bounded: Readonly<Record<string, string>> = {
  [String.raw`/(.{1,76})(?: |$)/g`]: 'our own names of exports',
  [String.raw`/^(Image type|File size|.{1,60}\r\n.*Image (type|size)):?/s`]: 'the first 512 bytes of a file',
  [String.raw`/\bmodel\b.{1,200}(?:not found|does not exist|not exist|unknown)/i`]:
    'a reason that was cut, and 200 characters from each word "model" on',
  [String.raw`/<!ENTITY\s{1,9}([\w.-]{1,100})\s{1,9}(?:"([^"]{0,1000})"|'([^']{0,1000})')/g`]:
    'at most 1,000 characters from each "<!ENTITY" on',
};

/** Files whose expressions meet short texts only, and which. */
const boundedFiles: Readonly<Record<string, string>> = {
  'inference/api/refusalWords.ts': 'answers of at most 500 characters',
};

/** All regular expressions that are written in a file, literally or as a constant text. */
function expressionsIn(file: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) found.push(node.text);
    if (ts.isNewExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'RegExp') {
      const [source, flags] = node.arguments ?? [];
      if (source !== undefined && ts.isStringLiteralLike(source))
        found.push(
          `/${source.text}/${flags !== undefined && ts.isStringLiteralLike(flags) ? flags.text : ''}`,
        );
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest));
  return found;
}

/** Whether anything in it repeats; without that, nothing is tried twice. */
function repeats(expression: string): boolean {
  return /[*+]|\{\d+,\d*\}/.test(expression.replace(/\\./gs, '_').replace(/\[[^\]]*\]/g, '_'));
}

const places = new Map<string, string>();
for (const name of readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' }))
  if (/\.tsx?$/.test(name))
    for (const expression of expressionsIn(path.join(root, 'src', name)))
      if (repeats(expression)) places.set(expression, name);

/** Asks recheck. */
function statusOf(expression: string): string {
  const end = expression.lastIndexOf('/');
  const flags = expression.slice(end + 1).replace(/[vd]/g, '');
  return checkSync(expression.slice(1, end), flags, { timeout: 4000, randomSeed: 1 }).status;
}

test('recheck calls what backtracks vulnerable, and what does not safe', { timeout: 120_000 }, () => {
  expect(statusOf('/^(a|a)*$/')).toBe('vulnerable');
  expect(statusOf('/=+$/')).toBe('vulnerable');
  expect(statusOf('/^=*$/')).toBe('safe');
});

test(
  'no expression in src takes more than linear time, but for those that meet short texts only',
  {
    timeout: 300_000,
  },
  () => {
    expect(places.size).toBeGreaterThan(100);
    const vulnerable = [...places]
      .filter(
        ([expression, name]) =>
          !(name in boundedFiles) && !(expression in bounded) && !(expression in checked),
      )
      .filter(([expression]) => statusOf(expression) === 'vulnerable')
      .map(([expression, name]) => `${name}: ${expression}`);
    expect(vulnerable).toEqual([]);
  },
);

test('what is said of expressions is said of those that there are', () => {
  expect(Object.keys(bounded).filter(expression => !places.has(expression))).toEqual([]);
  expect(Object.keys(boundedFiles).filter(file => ![...places.values()].includes(file))).toEqual([]);
});
