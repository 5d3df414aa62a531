import { counted, t } from '../../base/l10n.ts';
import type { ExportReport } from '../../runs/exports/exportOptions.ts';
import type { SidecarPlan } from '../../runs/exports/sidecars/planSidecars.ts';
import { editorHint } from '../remedyButtons.ts';

/** What can be done about the sidecars of a plan. */
export interface SidecarChoice {
  label: string;
  detail: string;
  overwrite?: 'ours';
  inTheWay?: 'otherName';
  /** Writes another kind instead. */
  instead?: 'caption';
}

/** How descriptions of several lines are written. */
export interface LineChoice {
  label: string;
  detail: string;
  onOneLine: boolean;
}

type Counted = Pick<SidecarPlan, 'counts' | 'labels' | 'offeredKind'>;

/** What stands where the files would be: `8 new, 2 the same already, 1 edited by hand, 3 names taken by labels`. */
export function planText({ counts, labels }: Counted): string {
  const { new: fresh, same, ours, edited, foreign } = counts;
  const others = foreign - labels;
  return [
    t('{fresh} new', { fresh }),
    ...(same === 0 ? [] : [t('{same} unchanged', { same })]),
    ...(ours === 0 ? [] : [t('{ours} from an earlier export', { ours })]),
    ...(edited === 0 ? [] : [t('{edited} edited by hand', { edited })]),
    ...(labels === 0
      ? []
      : [counted(labels, '{count} name in use by label files', '{count} names in use by label files')]),
    ...(others === 0
      ? []
      : [counted(others, '{count} name in use by other files', '{count} names in use by other files')]),
  ].join(', ');
}

/** What the person can choose among; empty where there is nothing to write. */
export function sidecarChoices({ counts, offeredKind }: Counted): SidecarChoice[] {
  const { new: fresh, ours, foreign } = counts;
  const choices: SidecarChoice[] = [];
  if (fresh > 0)
    choices.push({
      label: counted(fresh, 'Write {count} File', 'Write {count} Files'),
      detail: t('Only new files; existing files are kept'),
    });
  if (ours > 0)
    choices.push({
      label: counted(
        fresh + ours,
        'Write {count} File, Replacing Earlier Exports',
        'Write {count} Files, Replacing Earlier Exports',
      ),
      detail: t('Edited files and files from other sources are kept'),
      overwrite: 'ours',
    });
  if (foreign > 0)
    choices.push({
      label: counted(
        fresh + foreign,
        'Write {count} File, Renaming on Conflict',
        'Write {count} Files, Renaming on Conflict',
      ),
      detail: t('Conflicting files get another extension; existing files are kept'),
      inTheWay: 'otherName',
    });
  if (offeredKind === 'caption')
    choices.push({
      label: t('Write .caption Files Instead'),
      detail: t('One .caption file per image; none of these names is in use'),
      instead: 'caption',
    });
  return choices;
}

/** What the person can choose among where descriptions have several lines; empty where none has. */
export function lineChoices({ severalLines }: Pick<SidecarPlan, 'severalLines'>): LineChoice[] {
  if (severalLines === 0) return [];
  return [
    {
      label: t('Join Lines'),
      detail: t('Most training tools read only the first line of a file'),
      onOneLine: true,
    },
    { label: t('Keep Lines'), detail: t('The descriptions are written as they are'), onOneLine: false },
  ];
}

/** What exports did, in sentences. */
export function exportText(title: string, reports: readonly ExportReport[]): string {
  const written = sum(reports, ({ written: count }) => count);
  const replaced = sum(reports, ({ replaced: count }) => count);
  const unchanged = sum(reports, ({ unchanged: count }) => count);
  const kept = sum(reports, report => report.kept.length);
  const failed = reports.flatMap(report => report.failed);
  const leftOut = Math.max(0, ...reports.map(report => report.leftOut.length));
  const open = Math.max(0, ...reports.map(report => report.open));
  const [first] = failed;
  return [
    counted(
      written,
      '{title}: {count} file written{replaced}{unchanged}.',
      '{title}: {count} files written{replaced}{unchanged}.',
      {
        title,
        replaced: replacedText(replaced, written),
        unchanged: unchanged === 0 ? '' : t(', {unchanged} unchanged', { unchanged }),
      },
    ),
    ...(kept === 0 ? [] : [counted(kept, '{count} existing file kept.', '{count} existing files kept.')]),
    ...(first === undefined
      ? []
      : [
          counted(
            failed.length,
            '{count} file failed: {first}: {reason}',
            '{count} files failed: {first}: {reason}',
            { first: first.name, reason: first.reason },
          ),
        ]),
    ...(leftOut === 0
      ? []
      : [
          counted(
            leftOut,
            '{count} image without a description skipped.',
            '{count} images without a description skipped.',
          ),
        ]),
    ...(open === 0 ? [] : [counted(open, '{count} image pending.', '{count} images pending.')]),
    ...new Set(reports.flatMap(({ notes }) => notes)),
    ...new Set(reports.flatMap(({ remedies = [] }) => remedies.map(remedy => editorHint({ remedy })))),
  ].join(' ');
}

/** How many of the files written took the place of those of an earlier export. */
function replacedText(replaced: number, written: number): string {
  if (replaced === 0) return '';
  if (replaced < written) return t(', {replaced} of them replaced', { replaced });
  return counted(replaced, ', replacing the earlier one', ', replacing the earlier ones');
}

function sum<T>(all: readonly T[], of: (one: T) => number): number {
  return all.reduce((total, one) => total + of(one), 0);
}
