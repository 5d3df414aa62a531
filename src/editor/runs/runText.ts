import { counted, t } from '../../base/l10n.ts';
import type { RunSummary } from '../../runs/runRecord.ts';

/** What the person is asked before a run is removed, and what would go with it. */
export function removeText(
  { title, counts }: Pick<RunSummary, 'title' | 'counts'>,
  { withProvider = false }: { /** Batches of it are not fetched yet. */ withProvider?: boolean } = {},
): { message: string; detail: string } {
  return {
    message: t('Remove the run of “{title}”?', { title }),
    detail: [
      counts.failed === 0
        ? counted(
            counts.all,
            'This removes its list of {count} image.',
            'This removes its list of {count} images.',
          )
        : counted(
            counts.all,
            'This removes its list of {count} image, including the reasons of failures.',
            'This removes its list of {count} images, including the reasons of failures.',
          ),
      ...(counts.described === 0
        ? []
        : [t('Answers and edits are kept: a new run with the same settings reuses them at no cost.')]),
      t('Images and exported files are not changed.'),
      ...(withProvider
        ? [
            t(
              'A batch is still in progress at the provider and its answers would be lost. Open the run first to fetch them.',
            ),
          ]
        : []),
    ].join(' '),
  };
}

/** Why no run begins: `There are no images in “notes”, only 2 other files.` */
export function noImagesText(title: string, otherFiles: number): string {
  const others =
    otherFiles === 0 ? '' : counted(otherFiles, ', only {count} other file', ', only {count} other files');
  return t('There are no images in “{title}”{others}.', { title, others });
}
