import { formatNumber, plural, pluralWord } from '../../base/format.ts';
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
    `${formatNumber(fresh)} new`,
    ...(same === 0 ? [] : [`${formatNumber(same)} unchanged`]),
    ...(ours === 0 ? [] : [`${formatNumber(ours)} from an earlier export`]),
    ...(edited === 0 ? [] : [`${formatNumber(edited)} edited by hand`]),
    ...(labels === 0 ? [] : [`${plural(labels, 'name')} in use by label files`]),
    ...(others === 0 ? [] : [`${plural(others, 'name')} in use by other files`]),
  ].join(', ');
}

/** What the person can choose among; empty where there is nothing to write. */
export function sidecarChoices({ counts, offeredKind }: Counted): SidecarChoice[] {
  const { new: fresh, ours, foreign } = counts;
  const choices: SidecarChoice[] = [];
  if (fresh > 0)
    choices.push({
      label: `Write ${plural(fresh, 'File')}`,
      detail: 'Only new files; existing files are kept',
    });
  if (ours > 0)
    choices.push({
      label: `Write ${plural(fresh + ours, 'File')}, Replacing Earlier Exports`,
      detail: 'Edited files and files from other sources are kept',
      overwrite: 'ours',
    });
  if (foreign > 0)
    choices.push({
      label: `Write ${plural(fresh + foreign, 'File')}, Renaming on Conflict`,
      detail: 'Conflicting files get another extension; existing files are kept',
      inTheWay: 'otherName',
    });
  if (offeredKind === 'caption')
    choices.push({
      label: 'Write .caption Files Instead',
      detail: 'One .caption file per image; none of these names is in use',
      instead: 'caption',
    });
  return choices;
}

/** What the person can choose among where descriptions have several lines; empty where none has. */
export function lineChoices({ severalLines }: Pick<SidecarPlan, 'severalLines'>): LineChoice[] {
  if (severalLines === 0) return [];
  return [
    {
      label: 'Join Lines',
      detail: 'Most training tools read only the first line of a file',
      onOneLine: true,
    },
    { label: 'Keep Lines', detail: 'The descriptions are written as they are', onOneLine: false },
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
    `${title}: ${plural(written, 'file')} written${replacedText(replaced, written)}${unchanged === 0 ? '' : `, ${formatNumber(unchanged)} unchanged`}.`,
    ...(kept === 0 ? [] : [`${plural(kept, 'existing file')} kept.`]),
    ...(first === undefined
      ? []
      : [`${plural(failed.length, 'file')} failed: ${first.name}: ${first.reason}`]),
    ...(leftOut === 0 ? [] : [`${plural(leftOut, 'image')} without a description skipped.`]),
    ...(open === 0 ? [] : [`${plural(open, 'image')} pending.`]),
    ...new Set(reports.flatMap(({ notes }) => notes)),
    ...new Set(reports.flatMap(({ remedies = [] }) => remedies.map(remedy => editorHint({ remedy })))),
  ].join(' ');
}

/** How many of the files written took the place of those of an earlier export. */
function replacedText(replaced: number, written: number): string {
  if (replaced === 0) return '';
  if (replaced < written) return `, ${formatNumber(replaced)} of them replaced`;
  return `, replacing ${pluralWord(replaced, 'the earlier one')}`;
}

function sum<T>(all: readonly T[], of: (one: T) => number): number {
  return all.reduce((total, one) => total + of(one), 0);
}
