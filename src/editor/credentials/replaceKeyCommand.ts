import { showError } from '../errorMessage.ts';
import { requireTrust } from '../trust.ts';
import type { Account } from './account.ts';
import { editorDialogue } from './editorDialogue.ts';
import { replaceKeyFlow } from './replaceKeyFlow.ts';

/** `sightline.replaceSavedKey`: puts a new key in the place of the saved one, after checking it. */
export async function replaceSavedKey(account: Account): Promise<void> {
  if (!(await requireTrust())) return;
  await replaceKeyFlow(account, editorDialogue).catch((error: unknown) =>
    showError(error, 'The saved key is not replaced'),
  );
}
