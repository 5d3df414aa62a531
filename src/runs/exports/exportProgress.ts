import { progressText } from '../progressText.ts';

/**
 * Tells about a hundred times how far an export is, in words: more are not seen.
 * @param all How many pictures the run has.
 * @returns what takes each count: `ExportOptions.onProgress`.
 */
export function exportProgress(all: number, report: (words: string) => void): (done: number) => void {
  const step = Math.ceil(all / 100);
  return done => {
    if (done % step === 0) report(progressText({ all, described: done, failed: 0 }));
  };
}
