import picomatch from 'picomatch';
import { ValueError } from '../../base/errors.ts';

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
    throw new ValueError(`"${glob}" is not a valid glob pattern.`, {
      cause,
      hint: 'Use a pattern such as *.jpg or holiday/**/*.png.',
    });
  }
}
