import { afterAll, describe, expect, test } from 'vitest';
import { isBlank } from '../../../src/base/isBlank.ts';
import { plainReason } from '../../../src/base/plainReason.ts';
import { redact } from '../../../src/base/redact.ts';
import { parseDrawing } from '../../../src/images/open/drawing/parseDrawing.ts';
import { AnswerText } from '../../../src/inference/api/answerText.ts';
import { CallArguments } from '../../../src/inference/api/callArguments.ts';
import { ServerEventDecoder } from '../../../src/inference/api/serverEvents.ts';
import { contextWindowIn } from '../../../src/inference/faults/contextWindow.ts';
import { replacementText } from '../../../src/editor/prompt/answerText.ts';
import { fillTemplate } from '../../../src/editor/prompt/promptTemplate.ts';
import { answerError } from '../../../src/platform/platformErrors.ts';
import { unwrap } from '../../../src/platform/pastedText.ts';
import { whatItIs } from '../../../src/runs/exports/sidecars/foundText.ts';
import { descriptionInXmp, withProperties } from '../../../src/runs/exports/xmp/xmpPacket.ts';
import { readDataFile } from '../../../src/schema/readDataFile.ts';
import { schemaFromText } from '../../../src/schema/schemaFromText.ts';
import { nextBlocks, noBlocks } from '../../../src/webview/panel/answer/blocks.ts';
import { highlight } from '../../../src/webview/panel/answer/highlight.ts';

const properties = { description: 'A cat.', writer: 'Sightline' };
const page = (body: string) => ({ status: 500, headers: new Headers({ 'content-type': 'text/html' }), body });
const replaced = { selected: 'x', languageId: 'typescript', eol: '\n' } as const;

/** What reads texts from outside; each takes time in proportion to the length of its text. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  'log lines': text => redact(text, 'acme-c4nary-0123456789'),
  'errors of providers': text => plainReason(text, 'acme-c4nary-0123456789'),
  'B8: pages as errors of providers': text => plainReason(`<html>${text}`),
  'B8: pages of the service': text => answerError(page(text), 'https://service.example', 'k'.repeat(20)),
  'B4: pasted keys': text => unwrap(`sk-${text}# my key`),
  'B3: label files': text => whatItIs(Buffer.from(`0 ${text} person`)),
  'B10: texts beside pictures': text => whatItIs(Buffer.from(`${text}x`)),
  'B10: answers that replace a selection': text => replacementText(`${text}\`x`, replaced),
  'B10: selections in a prompt': text =>
    fillTemplate('', { selection: `${text}x`, languageId: 'typescript', language: 'c', file: 'f' }),
  'B9: XMP packets': text => descriptionInXmp(text),
  'B9: XMP packets that are written into': text =>
    withProperties(`<rdf:RDF>${text.slice(0, 60_000)}</rdf:RDF>`, properties),
  'B12: data.yaml': text => readDataFile(text, 'data.yaml').catch(() => undefined),
  'B12: a data.yaml that is not too long': text =>
    readDataFile(text.slice(0, 190_000), 'data.yaml').catch(() => undefined),
  'B11: code in answers': text => highlight(text, 'csharp'),
  'schema files': text => schemaFromText(text, 'schema.json').catch(() => undefined),
  'windows in refusals': text => contextWindowIn(text),
  'arguments of tools': text => {
    const given = new CallArguments();
    for (let at = 0; at < Math.min(text.length, 900_000); at += 7) given.push(text.slice(at, at + 7));
    return given.isClosed;
  },
  'streams of answers': text => {
    const decoder = new ServerEventDecoder();
    const bytes = Buffer.from(`data: ${text}`);
    for (let at = 0; at < bytes.length; at += 4096) decoder.push(bytes.subarray(at, at + 4096));
    return decoder.end();
  },
  'answers with thoughts and tokens in them': text => {
    const answer = new AnswerText();
    for (let at = 0; at < text.length; at += 4096) answer.push(text.slice(at, at + 4096));
    return answer.end();
  },
  // More of an answer is drawn on request only.
  'W19: Markdown that is drawn': text => nextBlocks(noBlocks, text.slice(0, 100_000), false),
  'W18: the head of an SVG': text => {
    try {
      return parseDrawing(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${text}`));
    } catch {
      return undefined; // No drawing.
    }
  },
};

const units = [' ', '\n', 'a', '[', '<title', '*', '1', '"', '~', '<', '{"', '<dc:description ', 'bearer '];

describe('a megabyte of anything is read to its end', () => {
  let slowest = { ms: 0, name: '' };
  test.each(Object.keys(readers))('%s', { timeout: 120_000 }, async name => {
    for (const unit of units) {
      const start = performance.now();
      await readers[name]?.(unit.repeat(Math.ceil(1_000_000 / unit.length)));
      const ms = Math.round(performance.now() - start);
      if (ms > slowest.ms) slowest = { ms, name: `${name}, of ${JSON.stringify(unit)}` };
    }
  });
  afterAll(() => console.log(`slowest of a megabyte: ${slowest.name}: ${slowest.ms} ms`));
});

test('B3: a line of whole numbers with a word at its end is text, and labels are labels', () => {
  const numbers = Array.from({ length: 24 }, (_, index) => index + 100).join(' ');
  expect(whatItIs(Buffer.from(`0 ${numbers} person`)).isLabels).toBe(false);
  expect(whatItIs(Buffer.from('0 0.5 .5 1. 1e-3\n1.0 -1 +2 3 4 0.9\n')).isLabels).toBe(true);
  expect(whatItIs(Buffer.from('0 0.5 0.5 0.5')).isLabels).toBe(false);
});

test('B4: what surrounds a pasted key goes, however much of it there is', () => {
  expect(unwrap(`Authorization: Bearer  "sk-abc"  \n`)).toBe('sk-abc');
  expect(unwrap(`sk-abc${' '.repeat(40)}# my key`)).toBe(`sk-abc${' '.repeat(40)}# my key`);
  expect(unwrap(' '.repeat(10))).toBe('');
});

test('B8: the title of a page is its reason', () => {
  expect(plainReason('<html><head><title lang="en">502 Bad Gateway</title>')).toBe('502 Bad Gateway');
});

test('B9: a packet with a description gets another one, and keeps all else', () => {
  const packet = (inner: string) => `<rdf:RDF>\n${inner}</rdf:RDF>`;
  const item =
    '<rdf:Alt><rdf:li xml:lang="de">Katze</rdf:li><rdf:li xml:lang="x-default">Cat</rdf:li></rdf:Alt>';
  const with1 = packet(`  <dc:description>${item}</dc:description>\n<dc:title>t</dc:title>`);
  expect(descriptionInXmp(with1)).toBe('Cat');
  const written = withProperties(with1, properties) ?? '';
  expect(descriptionInXmp(written)).toBe('A cat.');
  expect(written).toContain('<dc:title>t</dc:title>');
  expect(written).not.toContain('Katze');
  expect(withProperties(packet('<dc:description/> <dc:description/>'), properties)).toBeUndefined();
});

test('B11: code with long lines stays plain, code in usual lines is coloured', () => {
  expect(highlight('a'.repeat(20_000), 'csharp')).toBeUndefined();
  expect(highlight('let a = 1;', 'typescript')).toContain('hljs-');
});

test('B12: YAML that nests deeply is refused, and a list of classes is read', async () => {
  await expect(readDataFile('['.repeat(200), 'data.yaml')).rejects.toThrow('deeply');
  await expect(readDataFile('- '.repeat(200), 'data.yaml')).rejects.toThrow('deeply');
  expect(await readDataFile('names:\n  0: cat-flap\n  1: [a, {b: c}]', 'd')).toEqual({
    names: { 0: 'cat-flap', 1: ['a', { b: 'c' }] },
  });
});

test('W16: a text of which nothing can be seen is blank', () => {
  expect(isBlank('\u200b\u200b \u2060\ufeff\n')).toBe(true);
  expect(isBlank('\u200bé')).toBe(false);
  expect(isBlank('🙂')).toBe(false);
});
