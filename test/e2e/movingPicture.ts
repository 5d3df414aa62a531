/**
 * `npm run docs:picture`: takes the moving picture of the README in the real editor, `media/screenshots/describe.webp`. A folder,
 * Describe Image in the menu of an image, the answer of a model as it arrives, and what is recognized in the image. The model is a server of
 * the script on this machine: the same words come each time.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { endAllOnSignals } from '../../scripts/childProcess.ts';
import { projectFolder } from '../../scripts/projectFolder.ts';
import { step } from '../../scripts/steps.ts';
import { chatChunk, data, eventStream, startTestProvider } from '../support/testProvider.ts';
import type { EditorPage } from './editorPage.ts';
import { prepareEditor } from './prepareEditor.ts';
import { startEditor } from './startEditor.ts';

const file = path.join(projectFolder, 'media/screenshots/describe.webp');

/** What the model says of the street of the sample folder, in the parts in which it arrives. */
const parts = [
  'A red bus ',
  'of line 12 to Lakeside drives past a street clock ',
  'on a sunny day. ',
  'On the left, a stop sign stands below the street sign “LAKE ROAD”; ',
  'on the right are brick houses ',
  'with lit windows.',
];

/** How often it plays before it stands still on its last frame. */
const plays = 3;

/** The frames of a moving picture, each with the milliseconds for which it shows. */
class Frames {
  readonly #editor: EditorPage;
  readonly #images: Buffer[] = [];
  readonly #delays: number[] = [];

  constructor(editor: EditorPage) {
    this.#editor = editor;
  }

  async take(milliseconds: number): Promise<void> {
    this.#images.push(await this.#editor.page.screenshot({ animations: 'disabled', caret: 'hide' }));
    this.#delays.push(milliseconds);
  }

  /** An animated WebP. */
  joined(): Promise<Buffer> {
    return sharp(this.#images, { join: { animated: true } })
      .webp({ delay: this.#delays, loop: plays, quality: 82, effort: 6, minSize: true, mixed: true })
      .toBuffer();
  }

  get count(): number {
    return this.#images.length;
  }
}

/** Opens the menu of the street's image and points at Describe Image; it may open before its entries are known. */
async function pointAtDescribe(editor: EditorPage): Promise<void> {
  const entry = editor.page
    .locator('.monaco-menu .action-menu-item')
    .filter({ has: editor.page.getByText('Describe Image', { exact: true }) });
  const row = await editor.explorer.reveal('street.jpg');
  await row.click({ button: 'right' });
  while ((await entry.count()) === 0) {
    await editor.page.keyboard.press('Escape');
    await row.click({ button: 'right' });
    await editor.page.locator('.monaco-menu .action-menu-item').first().waitFor();
  }
  await entry.hover();
}

/** Releases one part of the answer after the other. */
function heldParts(): { release: (at: number) => void; until: Promise<undefined>[] } {
  const gates = parts.map(() => Promise.withResolvers<undefined>());
  return { release: at => gates[at]?.resolve(undefined), until: gates.map(({ promise }) => promise) };
}

async function film(editor: EditorPage, held: ReturnType<typeof heldParts>): Promise<Frames> {
  const frames = new Frames(editor);
  await editor.explorer.open('street.jpg');
  await editor.page
    .locator('iframe.webview.ready[src*="extensionId=vscode.media-preview"]')
    .contentFrame()
    .frameLocator('#active-frame')
    .locator('img')
    .waitFor();
  await frames.take(1400);
  await pointAtDescribe(editor);
  await frames.take(1600);
  await editor.page.mouse.down();
  await editor.page.mouse.up();
  await editor.lastEntry.getByRole('button', { name: 'Stop' }).waitFor();
  await frames.take(900);
  const answer = editor.lastEntry.locator('.answer');
  for (const [at, part] of parts.entries()) {
    held.release(at);
    await answer.filter({ hasText: part.trim() }).waitFor();
    if (at < parts.length - 1) await frames.take(500);
  }
  await editor.lastEntry.getByRole('button', { name: 'Follow Up' }).waitFor();
  await frames.take(2600);
  await editor.runCommand('Sightline: Open in Sightline');
  const page = editor.run.content;
  await page.getByRole('application', { name: /^street\.jpg,/ }).waitFor();
  await page.getByRole('button', { name: 'Detections' }).click();
  await editor.run.says(/Recognized: /);
  await frames.take(4000);
  return frames;
}

endAllOnSignals();
try {
  await using prepared = await prepareEditor();
  Object.assign(process.env, prepared.env);
  const provider = await startTestProvider({ models: ['vision-model'] });
  const held = heldParts();
  provider.script(
    eventStream(
      ...parts.flatMap((part, at) => [
        { until: held.until[at] ?? Promise.resolve() },
        data(chatChunk({ content: part })),
      ]),
      data(chatChunk({}, 'stop')),
      data('[DONE]'),
    ),
  );
  step('starting the editor');
  const editor = await startEditor({
    recognizes: true,
    settings: {
      'sightline.providers': [{ id: 'local', label: 'Local Server', baseUrl: provider.url, needsKey: false }],
      'sightline.provider': 'local',
      'sightline.model': 'vision-model',
    },
    window: { width: 1120, height: 720 },
  });
  try {
    step('taking the pictures');
    const frames = await film(editor, held);
    const bytes = await frames.joined();
    await writeFile(file, bytes);
    console.log(
      `${path.relative(projectFolder, file)}: ${frames.count} frames, ${Math.round(bytes.length / 1024)} KB`,
    );
  } catch (error) {
    await editor.screenshot('failed-moving-picture');
    throw error;
  } finally {
    await editor.close();
    await provider.close();
  }
} catch (error) {
  console.error(error);
  process.exitCode = 1;
}
