import * as z from 'zod/mini';
import { SightlineError } from '../../base/errors.ts';
import { t } from '../../base/l10n.ts';

/** The version of all files of the store; a file of a newer one is refused. */
export const formatVersion = 1;

const versionSchema = z.object({ format: z.string(), version: z.number() });

/** Says where a file's first line is of a version that this Sightline cannot know. */
export function newerVersion(header: unknown): number | undefined {
  const { success, data } = versionSchema.safeParse(header);
  return success && data.version > formatVersion ? data.version : undefined;
}

/** The refusal of a file that a newer Sightline wrote. */
export function writtenByNewer(what: string, version: number): SightlineError {
  return new SightlineError(
    'store',
    t('A newer Sightline wrote {what} (format {version}).', { what, version: String(version) }),
    {
      hint: t('Update Sightline to open it.'),
    },
  );
}
