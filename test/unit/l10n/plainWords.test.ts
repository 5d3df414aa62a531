import { expect, test } from 'vitest';
import { plainWords } from '../../support/l10n/plainWords.ts';

/** What stays as it is; the list may only become shorter. */
const untranslated: readonly string[] = [
  // The process of the local service has no editor around it.
  'src/editor/localService/serviceProcess.ts: This editor cannot run the local service.',
  'src/editor/localService/serviceProcess.ts: Update the editor: it needs Node.js 22.13 or newer.',
  // A name.
  'src/editor/pageHtml.ts: Sightline',
  'src/editor/status/registerStatus.ts: Sightline',
  'src/webview/panel/conversationView.tsx: Sightline',
  // What is entered or sent as it is.
  'src/editor/runs/flows/chooseSchema.ts: {"caption": "A boat on a lake", "objects": ["boat"], "people": 0}',
  'src/webview/run/settings/runSettings.tsx: Describe the image.',
  // What an agent is told.
  'src/editor/tools/editorTarget.ts: {} does not support images.',
  'src/editor/tools/editorTarget.ts: Choose a vision model.',
  'src/editor/tools/editorTools.ts: The person did not let the image be sent.',
  'src/editor/tools/editorTools.ts: Do not ask again; measure_image sends nothing.',
];

test('whatever a person reads in the editor and its pages is a message', () => {
  expect(plainWords().toSorted()).toEqual(untranslated.toSorted());
});
