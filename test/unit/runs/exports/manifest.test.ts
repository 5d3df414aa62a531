import path from 'node:path';
import { expect, test } from 'vitest';
import { exportFormats } from '../../../../src/runs/exports/exportFormats.ts';
import { exportRun } from '../../../../src/runs/exports/exportRun.ts';
import { sha256Of } from '../../../../src/base/node/hash.ts';
import { questionId } from '../../../../src/runs/runQuestion.ts';
import {
  contentsOf,
  exportOptions,
  failure,
  onePicture,
  runOf,
  structuredQuestion,
  temporaryFolder,
  textOf,
  writePictures,
  type PictureSpec,
} from '../../../support/runs/exportedRun.ts';

const specs: PictureSpec[] = [
  { name: 'one.png', text: 'One', bytes: onePicture, edited: true },
  { name: 'sub/two.png', text: 'Two', bytes: onePicture },
  { name: 'three.png', state: 'failed', bytes: onePicture },
  { name: 'four.png', state: 'submitted' },
];

interface Manifest {
  exportedAt: string;
  files: { name: string; sha256: string }[];
  [part: string]: unknown;
}

async function exported(folder: string): Promise<void> {
  await writePictures(
    folder,
    specs.map(({ name }) => name),
  );
  for (const { id, target, fileName } of exportFormats) {
    const place = { file: path.join('out', fileName), runFolder: '', otherFolder: 'copies' }[target];
    const options = exportOptions();
    await exportRun(id, runOf(folder, specs, structuredQuestion), path.join(folder, place), options);
  }
}

test('a manifest stands beside each export and tells how it came about', async () => {
  const folder = await temporaryFolder();
  await exported(folder);
  const contents = Object.entries(await contentsOf(folder));
  const manifests = contents.filter(([name]) => name.endsWith('.manifest.json'));
  expect(manifests).toHaveLength(exportFormats.length);
  const listed = new Set<string>();
  for (const [name] of manifests) {
    const manifest = JSON.parse(await textOf(folder, name)) as Manifest;
    const { prompt, provider, origin, api, model, parameters, image, schema } = structuredQuestion;
    expect(manifest, name).toMatchObject({
      tool: { name: 'Sightline', version: '0.2.0' },
      exportedAt: '2026-01-02T03:04:05.000Z',
      complete: true,
      question: { prompt, provider, origin, api, model, parameters, image, schema },
      questionId: questionId(structuredQuestion),
      answeredBy: ['eye-1-2026'],
      counts: { pictures: 4, exported: 2, described: 2, failed: 1, edited: 1, accepted: 0 },
      pictures: [
        { name: 'one.png', sha256: sha256Of(onePicture), state: 'described', edited: true },
        { name: 'sub/two.png', sha256: sha256Of(onePicture), state: 'described' },
        { name: 'three.png', state: 'failed', code: failure.code, reason: failure.message },
        { name: 'four.png', state: 'open' },
      ],
      earlierFiles: [],
    });
    for (const { name: file, sha256 } of manifest.files) {
      const full = path.posix.join(path.posix.dirname(name), file);
      listed.add(full);
      const content = contents.find(([one]) => one === full)?.[1] ?? '';
      expect(sha256Of(Buffer.from(content, 'latin1')), full).toBe(sha256);
    }
  }
  // Every file that an export wrote is in its manifest.
  const pictures = specs.map(({ name }) => name);
  const written = contents
    .map(([name]) => name)
    .filter(name => !name.endsWith('.manifest.json') && !pictures.includes(name));
  expect([...listed].sort()).toEqual(written.sort());
  expect(written.length).toBeGreaterThan(exportFormats.length);
});

test('exports and manifests are the same again, byte for byte, but for the time', async () => {
  const [one, two] = [await temporaryFolder(), await temporaryFolder()];
  await exported(one);
  await exported(two);
  // And once more over the first.
  await exported(one);
  expect(await contentsOf(one)).toEqual(await contentsOf(two));
});

test('a manifest that cannot be read makes everything foreign', async () => {
  const folder = await temporaryFolder();
  const run = runOf(folder, [{ name: 'one.png', text: 'One' }]);
  await writePictures(folder, ['one.png']);
  const { files } = exportOptions();
  await exportRun('txt', run, folder, exportOptions());
  await files.write(path.join(folder, 'sightline-txt.manifest.json'), Buffer.from('{"files":[{}]'));
  run.texts[0] = 'Another';
  await exportRun('txt', run, folder, exportOptions({ overwrite: 'edited' }));
  expect(await textOf(folder, 'one.txt')).toBe('One');
});
