import type { ExportOptions } from '../exportOptions.ts';
import type { ExistingFile } from './existingFile.ts';

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

/** Why a file was left as it is. */
export function whyKept({ state, sentence }: ExistingFile): string {
  if (state === 'ours')
    return 'It is from an earlier export; say that such files are overwritten to replace it.';
  if (state === 'edited') return 'It was edited since Sightline wrote it.';
  return sentence ?? 'Sightline did not write it.';
}
