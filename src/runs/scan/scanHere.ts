import { keptWorker } from '../../base/node/keptWorker.ts';
import { startThread } from '../../base/node/startThread.ts';
import { SightlineError } from '../../base/errors.ts';
import { present } from '../../base/present.ts';
import { globFilter } from './globFilter.ts';
import { unpackScan, type PackedScan } from './packedScan.ts';
import type { Scan, ScanOptions } from './scanPictures.ts';
import { t } from '../../base/l10n.ts';

/** One search. */
export interface ScanTask {
  locations: readonly string[];
  glob?: string;
  archives?: boolean;
}

/** What comes before the end of a search: how many pictures were found. */
export interface ScanNote {
  found: number;
}

/** The end of a search. */
export type ScanAnswer = PackedScan | { fault: string };

/** Milliseconds without a search after which the thread ends, and the longest one: a network's folder may take hours. */
const [idle, longest] = [10_000, 24 * 60 * 60_000];

const search = keptWorker<ScanTask, ScanAnswer, ScanNote>({
  start: () => startThread(new URL(script(), import.meta.url)),
  isSpent: answer => 'fault' in answer,
  failed: failure => ({ fault: 'error' in failure ? String(failure.error) : failure.kind }),
  idleMs: idle,
  isNote: message => 'found' in message,
});

/**
 * Finds pictures as {@link scanPictures} does, on this machine and in a thread of its own: this one is not held, however many
 * there are.
 * @param locations paths or `file:` URIs, as the locations of the pictures will be.
 * @throws {ValueError} where the glob is none; {@link SightlineError} `store` where the thread ended; an AbortError once the
 * signal fires.
 */
export async function scanHere(
  locations: readonly string[],
  { glob, archives, signal, onProgress }: ScanOptions = {},
): Promise<Scan> {
  globFilter(glob);
  const answer = await search({ locations, ...present({ glob, archives }) }, longest, {
    signal,
    onNote: ({ found }) => onProgress?.(found),
  });
  if ('fault' in answer)
    throw new SightlineError('store', t('The search for images ended before it was done.'), {
      cause: new Error(answer.fault),
      hint: t('Try again.'),
    });
  const scan = await unpackScan(answer);
  signal?.throwIfAborted();
  onProgress?.(scan.pictures.length);
  return scan;
}

function script(): string {
  return import.meta.url.endsWith('.ts') ? './scanWorker.ts' : './scanWorker.mjs';
}
