import assert from 'node:assert/strict';
import type { HostMessage } from '../../../src/protocol/panel.ts';
import type { PictureHostMessage } from '../../../src/protocol/picture.ts';
import { saidOn } from '../accessibility/accessibilityTree.ts';
import { expectAccessible, expectAccessibleDialog } from '../accessibility/expectAccessible.ts';
import { foundInPicture, openedPicture } from '../picturePage/openedPicture.ts';
import { drawPictures } from './drawnPictures.ts';
import type { PanelPage } from './panelPage.ts';
import type { PanelPageTest } from './panelPageTests.ts';
import { panelStates } from './panelStates.ts';
import { framesOf } from './watchedPage.ts';

const model = 'Choose Model, current: OpenRouter, qwen/qwen3-vl-30b-a3b-instruct';
const composer = ['Question', 'Add Images', model, 'Send'];

export const accessibilityTests: PanelPageTest[] = [
  {
    name: 'UX: of answers in the panel everything has a name, and Tab leads through them in their order',
    run: inState('complete', async ({ page }) => {
      await expectAccessible(page, [
        ...['Enlarge evening-lake.jpg', 'Copy'],
        ...['Reasoning', 'the guide', 'Insert Code at Cursor', 'Open Code in New File', 'Copy Code'],
        ...['Code, ts', 'Table', 'Copy', ...composer],
      ]);
    }),
  },
  {
    name: 'UX: what goes with a question is named and reached, and the box says what it continues',
    run: inState('composing', async ({ page, send }) => {
      await send({
        type: 'offers',
        offers: [{ kind: 'image', name: 'open.png' }],
        attached: 'priceOfOrder.ts:1–12',
      });
      await expectAccessible(page, [
        ...['Enlarge evening-lake.jpg', 'Copy', 'Ask Without What Came Before'],
        ...['Add open.png', 'Dismiss open.png', 'Enlarge evening-lake.jpg', 'Remove evening-lake.jpg'],
        ...['Enlarge results by quarter, final.png', 'Remove results by quarter, final.png'],
        ...['Remove broken-scan.tif', 'Remove priceOfOrder.ts:1–12', ...composer],
      ]);
      const described = page.getByRole('textbox', {
        name: 'Question',
        description: 'About evening-lake.jpg',
      });
      assert.equal(await described.count(), 1);
    }),
  },
  {
    name: 'UX: a failure’s buttons, and those of an empty panel, are named and reached',
    run: inState('failed', async (panel, states) => {
      await expectAccessible(panel.page, [
        ...['Enlarge results by quarter, final.png', 'Choose Model', 'Show Log', 'Copy'],
        ...['Set Provider Key', 'Choose Model', 'Open Settings', 'Edit and Resend', ...composer],
      ]);
      await panel.renew();
      await states.empty(panel);
      await expectAccessible(panel.page, [
        ...['Add Images', 'Choose Model', 'Question', 'Add Images'],
        ...['Choose Model, current: Offline describer, describer-1', 'Send'],
      ]);
    }),
  },
  {
    name: 'UX: “What was sent” and the large image are dialogs with a name, which Tab does not leave',
    run: inState('sent', async (panel, states) => {
      // The first one scrolls.
      const request = ['What was sent', 'Close', 'Copy Code', 'Code, json', 'Enlarge evening-lake.jpg'];
      await expectAccessibleDialog(panel.page, 'What was sent', request);
      await panel.renew();
      await states.complete(panel);
      await panel.page.getByRole('button', { name: 'Enlarge evening-lake.jpg' }).click();
      const { messages, sent } = await openedPicture();
      const ofImage = (message: PictureHostMessage): HostMessage => ({
        ...{ type: 'picture', picture: 'p1', entry: 'described', message },
      });
      const found: PictureHostMessage = { type: 'detections', detections: foundInPicture };
      await panel.send(...[sent, ...messages, found].map(ofImage));
      await framesOf(panel.page, 3);
      const images = panel.page.getByRole('application');
      assert.equal(await images.count(), 2);
      const [asSent, original] = await images.evaluateAll(all =>
        all.map(image => image.getAttribute('aria-label') ?? ''),
      );
      assert.match(asSent ?? '', /^evening-lake\.jpg as it was sent, \d+ %$/);
      assert.match(original ?? '', /^evening-lake\.jpg, \d+ %$/);
      await expectAccessibleDialog(panel.page, 'evening-lake.jpg', [
        ...['Sent', 'Original', 'Both', 'Close', 'Page', 'Channel', 'Mapping', 'Black', 'White'],
        ...['Zoom Out', 'Zoom In', 'Fit', '100 %', 'Probe', 'Detections'],
        ...[asSent ?? '', original ?? ''],
        ...['Objects 1', 'Text 1', 'boat80 %, center', 'Copy Text', 'Copy List'],
      ]);
      await panel.page.keyboard.press('Escape');
      await panel.page.getByRole('dialog').waitFor({ state: 'detached' });
    }),
  },
  {
    name: 'UX: what shows progress stands still where the editor, or the system, wants less motion',
    run: inState('streaming', async panel => {
      const { page } = panel;
      assert.equal(await motion(panel), 'codicon-spin');
      await page.evaluate(() => document.body.classList.add('vscode-reduce-motion'));
      assert.equal(await motion(panel), 'none');
      await page.evaluate(() => document.body.classList.remove('vscode-reduce-motion'));
      await page.emulateMedia({ reducedMotion: 'reduce' });
      assert.equal(await motion(panel), 'none');
    }),
  },
  {
    name: 'UX: the panel says by itself how an answer goes, and what was done',
    run: inState('complete', async panel => {
      const says = async (words: string) =>
        assert.deepEqual(await saidOn(panel.page), words === '' ? [] : [words]);
      const id = 'coded';
      await panel.send({ type: 'entryChanged', id, patch: { status: 'waiting' } });
      await says('Waiting for answer');
      await panel.send({ type: 'entryChanged', id, patch: { waiting: 'Trying again in 2 s.' } });
      await says('Trying again in 2 s.');
      await panel.send({ type: 'entryChanged', id, patch: { status: 'streaming', waiting: '' } });
      await says('Answer started');
      await panel.send({ type: 'entryChanged', id, patch: { status: 'complete' } });
      await says('Answer complete');
      const error = { message: 'The key was refused.', remedies: [] };
      await panel.send({ type: 'entryChanged', id, patch: { status: 'failed', error } });
      await says('Request failed: The key was refused.');
      await panel.send({ type: 'announcement', text: '3 images added' });
      await says('3 images added');
      await panel.page.getByRole('button', { name: 'Copy Code' }).click();
      await says('Code copied');
      await panel.send({ type: 'entryRemoved', id, undo: true });
      await says('Removed');
    }),
  },
];

const motion = (panel: PanelPage): Promise<string> =>
  panel.page
    .locator('.status .codicon-loading')
    .first()
    .evaluate(icon => getComputedStyle(icon).animationName);

type States = ReturnType<typeof panelStates>;

function inState(
  state: keyof States,
  run: (panel: PanelPage, states: States) => Promise<void>,
): PanelPageTest['run'] {
  return async browser => {
    const states = panelStates(await drawPictures());
    const panel = await browser.open();
    await states[state](panel);
    await run(panel, states);
    assert.deepEqual(panel.complaints, []);
    await panel.page.context().close();
  };
}
