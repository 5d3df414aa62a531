import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { nodePictureFiles } from '../../../../src/runs/scan/nodePictureFiles.ts';
import { differentPictures } from '../../../support/runs/runFolder.ts';
import { useTestProvider } from '../../inference/providerTest.ts';
import { useSessionFolders, viewOf } from './sessions.ts';

const provider = useTestProvider();
const folderOf = useSessionFolders(() => provider.url);

/** Files in a folder that answers when it is let. */
function slowFolder() {
  const answers = Promise.withResolvers<undefined>();
  const here = nodePictureFiles();
  return {
    files: { ...here, stat: (location: string) => answers.promise.then(() => here.stat(location)) },
    answer: () => answers.resolve(undefined),
  };
}

test('BATCH-1: a run is shown at once while pictures that changed are looked for; what is started waits for it', async () => {
  const { create, open } = await folderOf(3);
  const record = await create();
  const { files, answer } = slowFolder();
  const session = open(record, { files });
  await session.start();
  expect(provider.requests).toHaveLength(3);

  const [first] = record.rows;
  const [other] = Object.values(await differentPictures(4)).slice(3);
  await writeFile(first?.picture.location ?? '', other ?? '');
  const looking = session.lookForChanges();
  expect(viewOf(session)).toMatchObject({ phase: 'done', looked: 0, counts: { described: 3 } });
  expect(session.isWorking).toBe(false);

  const running = session.start();
  expect(viewOf(session)).toMatchObject({ phase: 'running', looked: 0 });
  answer();
  await Promise.all([looking, running]);
  expect(viewOf(session).looked).toBeUndefined();
  expect(viewOf(session)).toMatchObject({ phase: 'done', counts: { described: 3 } });
  expect(provider.requests).toHaveLength(4);
});

test('of many pictures it is told now and then how far it is, not for each', async () => {
  const { create, open } = await folderOf(200);
  const session = open(await create());
  let told = 0;
  session.onChange(() => (told += 1));
  await session.lookForChanges();
  expect(viewOf(session).looked).toBeUndefined();
  expect(told).toBeGreaterThan(0);
  expect(told).toBeLessThan(50);
});

test('a folder that does not answer keeps nobody from looking at the run, cancelling or closing it', async () => {
  const { create, open } = await folderOf(2);
  const { files } = slowFolder();
  const session = open(await create(), { files });
  const looking = session.lookForChanges();
  const running = session.start().catch((error: unknown) => error);
  expect(session.phase).toBe('running');
  await session.cancel();
  await running;
  expect(viewOf(session)).toMatchObject({ phase: 'stopped', looked: 0 });
  await session.close();
  await looking;
  expect(provider.requests).toHaveLength(0);
});
