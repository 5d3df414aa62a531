import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBundle } from '../../../scripts/messages.ts';
import * as english from '../../../src/base/format.ts';
import { useTranslations } from '../../../src/base/l10n.ts';
import * as local from '../../../src/base/localFormat.ts';
import { decodeInWorker } from '../../../src/images/decoders/decodeInWorker.ts';
import { fileFormatOf } from '../../../src/images/open/fileFormat.ts';
import { drawInProcess } from '../../../src/images/open/drawing/drawInProcess.ts';
import { HttpFault } from '../../../src/inference/faults/providerFault.ts';
import { translateError } from '../../../src/inference/faults/translateError.ts';
import { exportFormats } from '../../../src/runs/exports/exportFormats.ts';
import { progressText } from '../../../src/runs/progressText.ts';

beforeAll(async () => useTranslations({ language: 'de', texts: await readBundle('de') }));
afterAll(() => useTranslations());

test('figures are written as the language of the editor writes them, those of the others in English', () => {
  const figures = ({ formatBytes, formatMoney, formatNumber, formatRate, formatSeconds }: typeof local) => [
    formatBytes(3_400_000),
    formatBytes(12),
    formatMoney(1204.1),
    formatMoney(0.00421),
    formatNumber(1024),
    formatRate(2.5),
    formatSeconds(0.44),
    formatSeconds(185),
  ];
  expect(figures(local)).toEqual([
    ...['3,2 MB', '12 Bytes', '1.204,10 $', '0,0042 $', '1.024', '2,5 pro Minute', '0,4 s', '3 min 5 s'],
  ]);
  expect(figures(english)).toEqual([
    ...['3.2 MB', '12 bytes', '$1,204.10', '$0.0042', '1,024', '2.5 a minute', '0.4 s', '3 min 5 s'],
  ]);
});

test('how far a run is has one spelling of numbers', () => {
  expect(progressText({ all: 10_000, described: 1412, failed: 0, rate: 1200, secondsLeft: 6000 })).toBe(
    '1.412 von 10.000 erledigt, 1.200 pro Minute, noch etwa 1 h 40 min',
  );
});

test('what a provider refuses is told in the language of the editor, in its own words where it gave some', () => {
  const error = translateError(
    new HttpFault(new Response(null, { status: 401 }), '{"error":"no such key"}'),
    {
      label: 'Server',
      url: 'https://api.example.com/v1',
    },
  );
  expect(error).toMatchObject({
    message: 'Server hat den Schlüssel abgelehnt (401): no such key',
    hint: 'Überprüfen Sie den Schlüssel für Server, oder legen Sie einen neuen fest.',
  });
});

test('what was written when its file was read follows the language, too', () => {
  expect(exportFormats.find(({ id }) => id === 'markdown')?.label).toBe('Markdown mit Miniaturbildern');
  expect(fileFormatOf(Buffer.from('%PDF-1.7'))).toMatchObject({
    name: 'PDF-Dokument',
    hint: 'Speichern Sie eine Seite daraus als PNG oder JPEG.',
  });
});

test('the threads and processes that read images speak as the editor does', async () => {
  expect(await decodeInWorker({ decoder: 'bmp', bytes: Buffer.from('BM') })).toMatchObject({
    fault: 'Die Datei ist abgeschnitten, das Ende fehlt',
  });
  expect(await drawInProcess({ clean: Buffer.from('no drawing') }, 60_000)).toMatchObject({
    fault: 'Es ist Text und kein Bild',
  });
});
