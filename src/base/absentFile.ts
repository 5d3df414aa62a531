import { t } from './l10n.ts';

/**
 * Why the system has no file of this name. A name whose bytes are not UTF-8 arrives here with U+FFFD in place of them,
 * so that no file has it.
 * @param otherwise What is said of all other names.
 */
export function absentFile(name: string, otherwise: string): string {
  return name.includes('\uFFFD') ? t('its name is not valid UTF-8') : otherwise;
}
