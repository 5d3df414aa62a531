import picomatch from 'picomatch';
import { ValueError } from '../../base/errors.ts';
import { t } from '../../base/l10n.ts';

/**
 * Says which names (relative to a chosen folder, `/` between their parts) a glob means; without one, all. A glob without
 * a `/` means names in every folder; upper and lower case are the same, as cameras write `.JPG`.
 * @throws {ValueError}
 */
export function globFilter(glob: string | undefined): (name: string) => boolean {
  if (glob === undefined || glob.trim() === '') return () => true;
  const pattern = glob.trim().replace(/^\.\//, '');
  try {
    return picomatch(pattern, { nocase: true, basename: !pattern.includes('/'), windows: false });
  } catch (cause) {
    throw new ValueError(t('"{glob}" is not a valid glob pattern.', { glob }), {
      cause,
      hint: t('Use a pattern such as *.jpg or holiday/**/*.png.'),
    });
  }
}
