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

type Counted = Pick<SidecarPlan, 'counts' | 'labels' | 'offeredKind'>;

/** What stands where the files would be: `8 new, 2 the same already, 1 edited by hand, 3 names taken by labels`. */
export function planWords({ counts, labels }: Counted): string {
  const { new: fresh, same, ours, edited, foreign } = counts;
  const others = foreign - labels;
  return [
    `${formatNumber(fresh)} new`,
    ...(same === 0 ? [] : [`${formatNumber(same)} the same already`]),
    ...(ours === 0 ? [] : [`${formatNumber(ours)} from an earlier export`]),
    ...(edited === 0 ? [] : [`${formatNumber(edited)} edited by hand`]),
    ...(labels === 0 ? [] : [`${plural(labels, 'name')} taken by labels`]),
    ...(others === 0 ? [] : [`${plural(others, 'name')} taken by other files`]),
  ].join(', ');
}

/** What the person can choose among; empty where there is nothing to write. */
export function sidecarChoices({ counts, offeredKind }: Counted): SidecarChoice[] {
  const { new: fresh, ours, foreign } = counts;
  const choices: SidecarChoice[] = [];
  if (fresh > 0)
    choices.push({ label: `Write ${plural(fresh, 'File')}`, detail: 'What is new; what stands there stays' });
  if (ours > 0)
    choices.push({
      label: `Write ${plural(fresh + ours, 'File')}, Replace Those from an Earlier Export`,
      detail: 'What was edited by hand, and what others wrote, stays',
      overwrite: 'ours',
    });
  if (foreign > 0)
    choices.push({
      label: `Write ${plural(fresh + foreign, 'File')}, Other Names for Those Taken`,
      detail: 'A file whose name is taken gets another ending; what stands there stays',
      inTheWay: 'otherName',
    });
  if (offeredKind === 'caption')
    choices.push({
      label: 'Write .caption Files Instead',
      detail: 'Each picture gets a .caption file; none of these names is taken',
      instead: 'caption',
    });
  return choices;
}

/** What exports did, in sentences. */
export function exportWords(title: string, reports: readonly ExportReport[]): string {
  const written = sum(reports, ({ written: count }) => count);
  const replaced = sum(reports, ({ replaced: count }) => count);
  const unchanged = sum(reports, ({ unchanged: count }) => count);
  const kept = sum(reports, report => report.kept.length);
  const failed = reports.flatMap(report => report.failed);
  const leftOut = Math.max(0, ...reports.map(report => report.leftOut.length));
  const open = Math.max(0, ...reports.map(report => report.open));
  const [first] = failed;
  return [
    `${title}: ${plural(written, 'file')} written${replacedWords(replaced, written)}${unchanged === 0 ? '' : `, ${formatNumber(unchanged)} the same already`}.`,
    ...(kept === 0
      ? []
      : [`${plural(kept, 'file')} that stood there ${pluralWord(kept, 'was', 'were')} kept.`]),
    ...(first === undefined
      ? []
      : [`${plural(failed.length, 'file')} failed: ${first.name}: ${first.reason}`]),
    ...(leftOut === 0 ? [] : [`${plural(leftOut, 'picture')} without a description left out.`]),
    ...(open === 0 ? [] : [`${plural(open, 'picture')} not asked about yet.`]),
    ...new Set(reports.flatMap(({ notes }) => notes)),
    ...new Set(reports.flatMap(({ remedies = [] }) => remedies.map(remedy => editorHint({ remedy })))),
  ].join(' ');
}

/** How many of the files written took the place of those of an earlier export. */
function replacedWords(replaced: number, written: number): string {
  if (replaced === 0) return '';
  if (replaced < written) return `, ${formatNumber(replaced)} of them in the place of earlier ones`;
  return `, in the place of ${pluralWord(replaced, 'the earlier one')}`;
}

function sum<T>(all: readonly T[], of: (one: T) => number): number {
  return all.reduce((total, one) => total + of(one), 0);
}
