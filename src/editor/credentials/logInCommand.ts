import { showError } from '../errorMessage.ts';
import { requireTrust } from '../trust.ts';
import type { Account } from './account.ts';
import { editorDialogue } from './editorDialogue.ts';
import { checkFlow, logInFlow } from './logInFlow.ts';

/** `sightline.logIn`: asks for a key, checks it at the service and saves it. */
export async function logIn(account: Account): Promise<void> {
  if (!(await requireTrust())) return;
  await logInFlow(account, editorDialogue).catch((error: unknown) => showError(error, 'Logging in failed'));
}

/** Asks the service about the key in use; an entry of the account's menu. */
export async function checkKeyInUse(account: Account): Promise<void> {
  if (!(await requireTrust())) return;
  await checkFlow(account, editorDialogue).catch((error: unknown) =>
    showError(error, 'The key could not be checked'),
  );
}
