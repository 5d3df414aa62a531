import type { Remedy } from '../../base/remedies.ts';
import type { RunRecord } from '../runRecord.ts';
import type { RunRow } from '../runRow.ts';
import type { ExportFiles } from './exportFiles.ts';
import type { ExportFormatId } from './exportFormats.ts';

/** What is exported: a run, or whatever has the same shape. It may be read more than once. */
export type ExportedRun = Pick<RunRecord, 'title' | 'question' | 'rows' | 'description' | 'descriptions'>;

/** How an export is made. Only the first two are needed by every format. */
export interface ExportOptions {
  files: ExportFiles;
  /** Of Sightline, for the manifest. */
  toolVersion: string;
  /** The bytes of a picture, for the formats that need them. */
  readPicture?: (row: RunRow, signal?: AbortSignal) => Promise<Uint8Array>;
  /** Once it fires, the export rejects with its reason; every file is then the old one or the new one, whole. */
  signal?: AbortSignal;
  /** Called with how many pictures are done. */
  onProgress?: (done: number) => void;
  /** Replaced in tests. */
  now?: () => Date;

  /** Only descriptions that the person accepted come out. */
  acceptedOnly?: boolean;
  /** `jsonl`: failed pictures are listed too, with an `error` and no text. */
  includeFailed?: boolean;
  /** `jsonl`, `csv`, `parquet`: when and how long each was answered, and what was noted; two runs differ in these. */
  includeDetails?: boolean;
  /**
   * `csv`: a byte order mark, and a `'` before cells that a spreadsheet would take for formulas. Off by default, since it
   * changes the data for every other reader.
   */
  forSpreadsheet?: boolean;
  /** Formats with boxes: detections below the limit for what is stated come out, too. */
  includeUncertain?: boolean;
  /** Sidecars of text: line breaks become spaces, for training tools that read only the first line. */
  onOneLine?: boolean;

  /** A single file: replaces what stands at its place, whoever wrote it. For a person who was asked. */
  replace?: boolean;
  /**
   * Sidecars and copies: replaces those that Sightline wrote (`ours`), or also those that were edited since (`edited`).
   * Absent: only what is not there yet is written. What others wrote is never replaced. A single file that Sightline wrote
   * is replaced in any case, one that was edited since by `edited`.
   */
  overwrite?: 'ours' | 'edited';
  /** Sidecars: what is done where somebody else's file has the name. Absent: `leave`. */
  inTheWay?: 'leave' | 'otherName';
}

/** What the person should know of an export, and what would have done it better: both are added to. */
export interface ExportNotes {
  notes: string[];
  remedies: Remedy[];
}

/** A file or a picture with a sentence on it. */
export interface NamedReason {
  /** As the person knows it: relative to the run's folder, or to the export's. */
  name: string;
  reason: string;
  remedy?: Remedy;
}

/** What an export did. */
export interface ExportReport {
  format: ExportFormatId;
  /** Pictures whose description came out. */
  described: number;
  /** Files written, the manifest aside. */
  written: number;
  /** Of these, those that took the place of what an earlier export wrote. */
  replaced: number;
  /** Files that held the same already and were not touched. */
  unchanged: number;
  /** Pictures that failed, and those whose answer cannot be used, with the reason; they are in no description. */
  leftOut: NamedReason[];
  /** Pictures that were not asked about yet. */
  open: number;
  /** Files that stand where one would have been written, were left as they are, and why. */
  kept: NamedReason[];
  /** What could not be written. */
  failed: NamedReason[];
  /** What the person should know, a sentence each. */
  notes: string[];
  /** What would have done it better, where it is for the person to choose. */
  remedies?: Remedy[];
  /** Location of the manifest. */
  manifest: string;
}
