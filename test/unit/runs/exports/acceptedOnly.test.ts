import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { copiedRows } from '../../../../src/runs/exports/copiedRows.ts';
import { exportRun } from '../../../../src/runs/exports/exportRun.ts';
import { exportFormats } from '../../../../src/runs/exports/exportFormats.ts';
import {
  exportOptions,
  onePicture,
  runOf,
  structuredQuestion,
  temporaryFolder,
  writePictures,
  type TestRun,
} from '../../../support/runs/exportedRun.ts';
import { someFindings } from '../../../support/someFindings.ts';

async function reviewed(): Promise<{ folder: string; run: TestRun }> {
  const folder = await temporaryFolder();
  const names = ['good.png', 'bad.png'];
  await writePictures(folder, names);
  const run = runOf(folder, [
    ...names.map(name => ({ name, bytes: onePicture, text: `It is ${name}`, findings: someFindings() })),
    { name: 'failed.png', state: 'failed' },
  ]);
  const [first] = run.rows;
  if (first !== undefined) first.accepted = true;
  return { folder, run };
}

test.each(exportFormats.map(({ id, target, fileName }) => [id, target, fileName] as const))(
  '%s: of the accepted descriptions alone nothing else comes out, and the report says so',
  async (format, target, fileName) => {
    const { folder, run } = await reviewed();
    const out = await temporaryFolder();
    const place = target === 'file' ? path.join(out, fileName) : target === 'runFolder' ? folder : out;
    const report = await exportRun(format, run, place, { ...exportOptions(), acceptedOnly: true });
    expect(report.described).toBe(1);
    expect(report.notes).toContain('1 description not accepted and left out.');
    const where = target === 'runFolder' ? folder : out;
    const written = (await readdir(where, { recursive: true, withFileTypes: true })).filter(
      entry => entry.isFile() && !/\.manifest\.json$|\.png$/.test(entry.name),
    );
    const texts = await Promise.all(
      written.map(entry => readFile(path.join(entry.parentPath, entry.name), 'utf8')),
    );
    expect(written.map(({ name }) => name).join(' ')).not.toContain('bad');
    expect(texts.join('')).not.toContain('bad.png');
    const manifest = JSON.parse(await readFile(report.manifest, 'utf8')) as { options: object };
    expect(manifest.options).toMatchObject({ acceptedOnly: true });
  },
);

test('rows are copied as the CSV of an export, or as a Markdown table in which nothing has a meaning', async () => {
  const run = runOf('/photos', [{ name: 'a|b.png', text: 'A "red" <b>lake</b>\nand | a boat' }]);
  expect(await copiedRows('csv', run)).toMatch(
    /^"file","text","model",.*\r\n"a\|b\.png","A ""red"" <b>lake<\/b>\nand \| a boat","/,
  );
  expect(await copiedRows('markdown', run)).toBe(
    [
      '| Image | Description |',
      '| --- | --- |',
      '| a\\|b.png | A "red" \\<b\\>lake\\</b\\><br>and \\| a boat |',
      '',
    ].join('\n'),
  );
  const columns = { caption: 'A lake', tags: ['water'], text: '' };
  const structured = runOf('/photos', [{ name: 'a.png', text: '{}', columns }], structuredQuestion);
  expect(await copiedRows('markdown', structured)).toContain('| Image | caption | tags | text |');
});
