import { t } from '../../base/l10n.ts';
import { isLoopback } from '../../base/address.ts';
import { keyInVariable } from '../../platform/keyInVariable.ts';
import type { CleanedKey } from '../../platform/pastedText.ts';
import { publicService } from '../../platform/serviceAddress.ts';
import type { CredentialSettings, Environment } from './credentialSettings.ts';

/** The public service's own variable, which other programs read too. */
const publicVariable = 'ULTRALYTICS_API_KEY';

/**
 * The key in an environment variable; undefined where the variable is not set or empty. A value that is no key is an
 * error that does not repeat it: to pass over it would hide why another key is in use.
 */
export function keyInEnvironment(
  environment: Environment,
  variable: string,
  clean: (text: string) => CleanedKey,
): string | undefined {
  const value = environment[variable]?.trim();
  if (value === undefined || value === '') return undefined;
  return keyInVariable({ variable, value }, clean, t('Correct or remove it, then restart the editor.'));
}

/**
 * The variable that may hold the key of the service at `origin`; undefined where none may. The public service's
 * variable holds a key for the public service: another machine gets it only if the person chose the variable for it.
 */
export function serviceVariable(settings: CredentialSettings, origin: string): string | undefined {
  const variable = settings.keyVariable().trim();
  if (variable === '') return undefined;
  const fitting =
    variable !== publicVariable ||
    settings.keyVariableChosen() ||
    origin === publicService ||
    isLoopback(new URL(origin).hostname);
  return fitting ? variable : undefined;
}
