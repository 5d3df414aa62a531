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
  'src/images/prepare/prepareRegion.ts: Give whole numbers [x1, y1, x2, y2] from its left top corner, x1 < x2 and y1 < y2.',
  // What only a program that uses the library, or the command line, can pass.
  'src/images/open/readPixels.ts: it has more than {} pixels',
  'src/images/open/readPixels.ts: it is not a supported image source',
  'src/images/open/readPixels.ts: of type {}',
  'src/images/open/readPixels.ts: sharp says "{}"',
  'src/images/prepare/encode.ts: The black point must be below the white point.',
  'src/images/prepare/encode.ts: background must be a colour like #ffffff.',
  'src/images/prepare/encode.ts: maxSide must be a whole number above 0.',
  'src/images/prepare/encode.ts: page must be a whole number above 0.',
  'src/images/prepare/encode.ts: quality must be a whole number from 1 to 100.',
  "src/inference/api/apiFormat.ts: Unsupported API format '{}'. Use 'responses' or 'chat.completions'.",
  // The cause of an error, which only the log has.
  'src/recognition/recogniseInProcess.ts: ended with {}',
  // The content of an export.
  'src/runs/exports/jsonLines.ts: It failed.',
  // An example as it is entered.
  'src/schema/schemaFromExample.ts: For instance: {"caption": "A dog on a beach.", "tags": ["dog", "beach"]}.',
];

test('whatever a person reads in the editor, its pages and from the shared rooms is a message', () => {
  expect(plainWords().toSorted()).toEqual(untranslated.toSorted());
});
