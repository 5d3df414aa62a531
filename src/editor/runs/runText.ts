import { plural } from '../../base/format.ts';
import type { RunSummary } from '../../runs/runRecord.ts';

/** What the person is asked before a run is removed, and what would go with it. */
export function removeText(
  { title, counts }: Pick<RunSummary, 'title' | 'counts'>,
  { withProvider = false }: { /** Batches of it are not fetched yet. */ withProvider?: boolean } = {},
): { message: string; detail: string } {
  return {
    message: `Remove the run of “${title}”?`,
    detail: [
      `This removes its list of ${plural(counts.all, 'image')}${counts.failed === 0 ? '' : ', including the reasons of failures'}.`,
      ...(counts.described === 0
        ? []
        : ['Answers and edits are kept: a new run with the same settings reuses them at no cost.']),
      'Images and exported files are not changed.',
      ...(withProvider
        ? [
            'A batch is still in progress at the provider and its answers would be lost. Open the run first to fetch them.',
          ]
        : []),
    ].join(' '),
  };
}

/** Why no run begins: `There are no images in “notes”, only 2 other files.` */
export function noImagesText(title: string, otherFiles: number): string {
  const others = otherFiles === 0 ? '' : `, only ${plural(otherFiles, 'other file')}`;
  return `There are no images in “${title}”${others}.`;
}
