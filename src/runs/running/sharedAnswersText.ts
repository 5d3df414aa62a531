import { counted, t } from '../../base/l10n.ts';

/** What is told once where a run cannot share its answers. @param reason One or more sentences. */
export function sharingTroubleText(reason: string): string {
  return t('Shared answers cannot be used now: {reason} The provider is asked instead.', { reason });
}

/** How many answers of a run were known; nothing where none was. */
export function knownAnswersText(known: number): string | undefined {
  if (known === 0) return undefined;
  return counted(
    known,
    '{count} answer was known to the workspace.',
    '{count} answers were known to the workspace.',
  );
}
