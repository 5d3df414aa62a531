import type { ExportFormatId } from './exportFormats.ts';
import type { ExportReport } from './exportOptions.ts';
import type { ExportStats } from './exportStats.ts';

/** A report from what was counted, and from what only the format knows. */
export function reportOf(
  format: ExportFormatId,
  { described, leftOut, open }: ExportStats,
  rest: Partial<ExportReport> & Pick<ExportReport, 'manifest'>,
): ExportReport {
  return {
    format,
    described,
    leftOut,
    open,
    written: 0,
    replaced: 0,
    unchanged: 0,
    kept: [],
    failed: [],
    notes: [],
    ...rest,
  };
}
