import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPackage } from '../../scripts/buildPackage.ts';
import { turnedHeic } from '../support/turnedHeic.ts';
import type { EditorPage } from './editorPage.ts';
import { startEditor } from './startEditor.ts';

/** The first recognition opens the networks, on a busy machine for many seconds. */
const opening = 180_000;

let scratch: string;
beforeAll(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), 'sightline-universal-'));
});
afterAll(() => rm(scratch, { recursive: true }));

/** sharp's binaries in what the editor has installed. */
async function installedBinaries({ extensions }: EditorPage): Promise<string[]> {
  const files = await readdir(extensions, { recursive: true });
  return files.filter(file => file.endsWith('.node')).map(file => path.basename(file));
}

async function describe(editor: EditorPage, name: string): Promise<string> {
  await editor.explorer.chooseFromMenu(name, 'Describe Image');
  const entry = editor.panel.getByRole('article').filter({ hasText: path.basename(name) });
  await entry.getByRole('button', { name: 'Follow Up' }).waitFor({ timeout: opening });
  return entry.locator('.answer').innerText();
}

test('the package for this platform recognizes and measures an image offline, by its own binaries', async () => {
  const editor = await startEditor({ recognizes: true });
  expect(await installedBinaries(editor)).toHaveLength(1);
  const answer = await describe(editor, 'street.jpg');
  for (const thing of ['bus', 'stop sign', 'LAKE ROAD']) expect(answer).toContain(thing);
  await editor.screenshot('package-of-platform');
  await editor.close();
});

test('the package without a target does the same on WebAssembly alone', async () => {
  const { file } = await buildPackage({ target: 'universal', out: path.join(scratch, 'universal.vsix') });
  const editor = await startEditor({
    recognizes: true,
    vsix: file,
    files: { 'pictures/turned.heic': turnedHeic(1) },
  });
  expect(await installedBinaries(editor)).toEqual([]);
  const answer = await describe(editor, 'street.jpg');
  for (const thing of ['bus', 'stop sign', 'LAKE ROAD']) expect(answer).toContain(thing);
  expect(await describe(editor, 'pictures/turned.heic')).toMatch(/\d+ × \d+/);
  // The decoder of HEIC lies there unpacked for the next window.
  const unpacked = path.join(editor.userData, 'User/globalStorage/sightline.sightline/unpacked');
  expect(await readdir(unpacked)).toEqual([expect.stringMatching(/^magick\.wasm-/)]);
  await editor.screenshot('package-universal');
  await editor.close();
});
