import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { exportRun } from '../../../../src/runs/exports/exportRun.ts';
import { planSidecars } from '../../../../src/runs/exports/sidecars/planSidecars.ts';
import { lineChoices } from '../../../../src/editor/runs/exportText.ts';
import { exportOptions, runOf, temporaryFolder, textOf } from '../../../support/runs/exportedRun.ts';

const specs = [
  { name: 'one.png', text: 'First line.\n\n- second\u2028third\x85fourth' },
  { name: 'two.png', text: 'One line.\n' },
];

test.for(['txt', 'caption'] as const)(
  'EXP-4: descriptions of several lines in a .%s say that trainers read the first only, and can be joined',
  async kind => {
    const folder = await temporaryFolder();
    const run = runOf(folder, specs);
    const report = await exportRun(kind, run, folder, exportOptions());
    expect(report.notes).toEqual([
      '1 description has several lines. Most training tools read only the first line of a file.',
    ]);
    expect(report.remedies).toEqual([{ kind: 'exportOnOneLine' }]);
    const plan = await planSidecars(kind, run, folder, exportOptions());
    expect(lineChoices(plan).map(({ onOneLine }) => onOneLine)).toEqual([true, false]);

    const joined = await exportRun(kind, run, folder, exportOptions({ overwrite: 'ours', onOneLine: true }));
    expect(joined.notes).toEqual([]);
    expect(joined).not.toHaveProperty('remedies');
    expect(await textOf(folder, `one.${kind}`)).toBe('First line. - second third fourth');
  },
);

test('EXP-4: XMP has room for lines, and asks nothing', async () => {
  const folder = await temporaryFolder();
  const run = runOf(folder, specs);
  expect((await exportRun('xmp', run, folder, exportOptions())).notes).toEqual([]);
  expect(lineChoices(await planSidecars('xmp', run, folder, exportOptions()))).toEqual([]);
});

test('EXP-4: a text file has no control characters, and is known as Sightline’s afterwards', async () => {
  const folder = await temporaryFolder();
  const run = runOf(folder, [{ name: 'one.png', text: 'A\0 cat \u0007and half \ud83d' }]);
  await exportRun('txt', run, folder, exportOptions());
  expect(await textOf(folder, 'one.txt')).toBe('A\ufffd cat \ufffdand half \ufffd');
  expect(await exportRun('txt', run, folder, exportOptions())).toMatchObject({ unchanged: 1, kept: [] });
});

test('files of others in the way of text files come with what can be done about them', async () => {
  const folder = await temporaryFolder();
  await writeFile(path.join(folder, 'one.txt'), '0 0.5 0.5 0.1 0.1\n');
  const run = runOf(folder, [{ name: 'one.png', text: 'A cat' }]);
  const report = await exportRun('txt', run, folder, exportOptions());
  expect(report.remedies).toEqual([{ kind: 'renameOnConflict' }]);
  const renamed = await exportRun('txt', run, folder, exportOptions({ inTheWay: 'otherName' }));
  expect(renamed).toMatchObject({ written: 1 });
  expect(renamed).not.toHaveProperty('remedies');
});
