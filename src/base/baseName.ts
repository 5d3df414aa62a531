import { trimEnd } from './trimEnd.ts';

/** The last part of a path that is written with slashes, as of a URI; slashes at its end do not count. */
export function baseName(path: string): string {
  const whole = trimEnd(path, '/');
  return whole.slice(whole.lastIndexOf('/') + 1);
}
