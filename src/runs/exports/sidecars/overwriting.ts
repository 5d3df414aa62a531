import type { ExportOptions, NamedReason } from '../exportOptions.ts';
import type { ExistingFile } from './existingFile.ts';
import { t } from '../../../base/l10n.ts';

/** Whether a file may be written where that stands: what is there only by the person's choice, somebody else's never. */
export function mayWrite({ state }: ExistingFile, overwrite: ExportOptions['overwrite']): boolean {
  switch (state) {
    case 'new':
      return true;
    case 'ours':
      return overwrite !== undefined;
    case 'edited':
      return overwrite === 'edited';
    case 'same':
    case 'foreign':
      return false;
  }
}

/** Why the file of that name was left as it is. */
export function keptFile(name: string, { state, sentence }: ExistingFile): NamedReason {
  if (state === 'ours')
    return { name, reason: t('It is from an earlier export.'), remedy: { kind: 'overwriteExports' } };
  if (state === 'edited') return { name, reason: t('It was edited since Sightline wrote it.') };
  return { name, reason: sentence ?? t('Sightline did not write it.') };
}
