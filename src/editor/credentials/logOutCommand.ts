import { showError } from '../errorMessage.ts';
import type { Account } from './account.ts';
import { editorDialogue } from './editorDialogue.ts';
import { logOutFlow } from './logInFlow.ts';

/** `sightline.logOut`: removes the saved key. Works in an untrusted folder too: it sends nothing. */
export async function logOut(account: Account): Promise<void> {
  await logOutFlow(account, editorDialogue).catch((error: unknown) => showError(error, 'Logging out failed'));
}
