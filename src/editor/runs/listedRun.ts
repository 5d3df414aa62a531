import { doneText } from '../../base/doneText.ts';
import { oneLine } from '../../base/oneLine.ts';
import { shorten } from '../../base/shorten.ts';
import type { RunSummary } from '../../runs/runRecord.ts';

/** A run as a list has it. */
export interface ListedRun {
  summary: RunSummary;
  isAtWork: boolean;
  /** It was started and has something left to do. */
  isResumable: boolean;
}

/** What a list shows of a run; the icon is a codicon's name. */
export interface ListedRunView {
  icon: string;
  /** `22 of 25 done (3 failed)`. */
  counts: string;
  /** When, with which model, and what was asked. */
  detail: string;
}

/** A run as the list of the palette and the view show it. */
export function listedRunView({ summary, isAtWork }: Pick<ListedRun, 'summary' | 'isAtWork'>): ListedRunView {
  const { createdAt, prompt, model, counts } = summary;
  return {
    icon: isAtWork ? 'sync' : iconOf(counts),
    counts: doneText(counts),
    detail: `${new Date(createdAt).toLocaleString()} · ${model} · ${shorten(oneLine(prompt), 80)}`,
  };
}

function iconOf({ all, described, failed }: RunSummary['counts']): string {
  if (described === all) return 'pass';
  if (described + failed === 0) return 'circle-large-outline';
  return described + failed === all ? 'warning' : 'debug-pause';
}
