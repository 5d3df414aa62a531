import { expect, test } from 'vitest';
import type { RunView } from '../../../../src/protocol/run.ts';
import { runButtons } from '../../../../src/webview/run/header/runButtons.ts';
import { parseCap } from '../../../../src/webview/run/settings/parseCap.ts';
import { emptyText, filterCounts } from '../../../../src/webview/run/table/filters.ts';
import { phaseOf } from '../../../../src/webview/run/text/phaseText.ts';
import { countText, lookingText, rateText, waitText } from '../../../../src/webview/run/text/progressText.ts';
import {
  capText,
  earlierText,
  estimateText,
  imagesText,
  sentText,
  storageText,
} from '../../../../src/webview/run/text/settingsText.ts';
import { makeRun } from '../../../support/runPage/scriptedRows.ts';

const withCounts = (counts: Partial<RunView['counts']>, rest: Partial<RunView> = {}): RunView =>
  makeRun({ counts: { ...makeRun().counts, ...counts }, ...rest });

const labels = (run: RunView) => runButtons(run).map(({ label }) => label);

test('while pictures that changed are looked for, it is told how far that is', () => {
  expect(lookingText(1216, { all: 50_000 })).toBe('Checking for changed images: 1,216 of 50,000');
});

test('each phase has its buttons; what does nothing says why', () => {
  const counts = { all: 10, described: 4, failed: 2, retryable: 2, open: 4 };
  const of = (phase: RunView['phase']) => labels(withCounts(counts, { phase, batchPossible: true }));
  expect(of('setup')).toEqual([
    ...['Start', 'Estimate', 'Start as Batch', 'Retry 2', 'Compare…', 'Edit Captions…', 'Export…'],
  ]);
  expect(of('sampling')).toEqual(['Cancel']);
  expect(of('running')).toEqual(['Pause', 'Cancel', 'Export…']);
  expect(of('paused')).toEqual(['Resume', 'Cancel', 'Retry 2', 'Export…']);
  expect(of('stopped')).toEqual([
    ...['Resume', 'Resume as Batch', 'Retry 2', 'Compare…', 'Edit Captions…', 'Export…'],
  ]);
  expect(of('done')).toEqual(['Retry 2', 'Export…', 'Compare…', 'Edit Captions…']);
  const [start] = runButtons(
    withCounts({ all: 6, described: 4, failed: 2, retryable: 2 }, { phase: 'setup' }),
  );
  expect(start?.reason).toContain('Use Retry');
  expect(runButtons(withCounts({}, { phase: 'setup' }))[0]?.reason).toBe('There are no images in this run.');
});

test('only failures that another request may help are offered to be retried', () => {
  const run = withCounts({ all: 10, described: 7, failed: 3, retryable: 1 }, { phase: 'done' });
  expect(labels(run)).toEqual(['Retry 1', 'Export…', 'Compare…', 'Edit Captions…']);
  expect(labels(withCounts({ all: 10, described: 8, failed: 2 }, { phase: 'done' }))).toEqual([
    ...['Export…', 'Compare…', 'Edit Captions…'],
  ]);
});

test('a run that an estimate has begun is not called “Not started”', () => {
  expect(phaseOf(withCounts({ all: 24 }, { phase: 'setup' })).word).toBe('Not started');
  expect(phaseOf(withCounts({ all: 24, described: 5 }, { phase: 'setup' })).word).toBe('Partly done');
});

test('a batch cannot be paused, and says so, also while it is prepared', () => {
  const pauseOf = (counts: Partial<RunView['counts']>, asBatch: boolean) =>
    runButtons(withCounts({ all: 10, ...counts }, { phase: 'running', asBatch }))[0];
  expect(pauseOf({ waiting: 10 }, true)?.reason).toBe('A batch cannot be paused, only cancelled.');
  expect(pauseOf({ submitted: 10 }, true)?.reason).toContain('batch');
  expect(pauseOf({ waiting: 10 }, false)?.reason).toBeUndefined();
});

test('a run that stopped goes on one by one or as a batch: first as it was asked before', () => {
  const of = (rest: Partial<RunView>, counts: Partial<RunView['counts']> = { open: 4 }) =>
    runButtons(withCounts({ all: 10, described: 6, ...counts }, { phase: 'stopped', ...rest }))
      .slice(0, 2)
      .map(({ label, primary, reason, message }) => ({
        label,
        primary,
        reason: reason !== undefined,
        message,
      }));
  const live = { label: 'Resume', reason: false, message: { type: 'resume' } };
  const batch = { label: 'Resume as Batch', reason: false, message: { type: 'start', asBatch: true } };
  expect(of({ batchPossible: true, asBatch: true })).toEqual([
    { ...batch, primary: true },
    { ...live, primary: undefined },
  ]);
  expect(of({ batchPossible: true })).toEqual([
    { ...live, primary: true },
    { ...batch, primary: undefined },
  ]);
  expect(of({})[1]?.label).toBe('Compare…');
  // What the provider has already is not asked beside it, and can be given up.
  const withProvider = withCounts({ all: 4, submitted: 4 }, { phase: 'stopped', asBatch: true });
  expect(of({ asBatch: true }, { submitted: 4 })[1]).toEqual({ ...live, primary: undefined, reason: true });
  expect(runButtons(withProvider).map(({ label }) => label)).toContain('Cancel');
});

test('how far a run is, how fast, and what it cost', () => {
  expect(
    countText(withCounts({ all: 5000, described: 1204, failed: 12, retryable: 10, submitted: 30 }).counts),
  ).toEqual([...['1,216 of 5,000 done (12 failed)', '2 cannot be read', '30 in a batch', '3,754 pending']]);
  const spent = { inputTokens: 1_000_000, outputTokens: 200_000, money: 0.84 };
  const pace = { rate: 83.6, secondsLeft: 2700, spent };
  expect(rateText(makeRun({ phase: 'running', ...pace }))).toEqual([
    ...['84 a minute', '45 min left', '1.2 M tokens', '$0.84'],
  ]);
  expect(rateText(makeRun({ phase: 'paused', ...pace }))).toEqual(['1.2 M tokens', '$0.84']);
  expect(rateText(makeRun({ phase: 'paused', ...pace, capUnit: 'images' }))).toEqual([]);
});

test('a wait says when it is over', () => {
  expect(waitText(20)).toBe('Continues automatically in 20 s.');
  expect(waitText(300)).toBe('Continues automatically in 5 min.');
  expect(waitText(-0.2)).toBe('Continues automatically in a moment.');
});

test('folded, the run settings still says the cap; what is skipped is counted', () => {
  expect(capText(makeRun())).toBeUndefined();
  expect(capText(makeRun({ cap: { amount: 5, unit: 'dollars' } }))).toBe('spending cap $5.00');
  expect(capText(makeRun({ cap: { amount: 20_000, unit: 'tokens' } }))).toBe('spending cap 20,000 tokens');
  expect(capText(makeRun({ cap: { amount: 1, unit: 'images' } }))).toBe('spending cap 1 image');
  expect(storageText(withCounts({ skipped: 1 }))).toEqual(['1 file skipped: not an image, or a broken link']);
  expect(storageText(withCounts({ reused: 2, skipped: 14 }))).toEqual([
    '2 images already described: answers are reused',
    '14 files skipped: not images, or broken links',
  ]);
});

test('the run settings says what goes where', () => {
  const run = withCounts(
    { all: 12, described: 2, open: 10 },
    { openBytes: 5 * 2 ** 20, host: 'api.example.com' },
  );
  expect(sentText(run)).toBe('10 images (about 5 MB) and the prompt are sent to api.example.com.');
  expect(sentText({ ...run, offline: true })).toBe('Nothing leaves this machine.');
  expect(imagesText({ ...run, kinds: [['PNG', 12]] })).toBe('12 PNG');
  expect(
    imagesText({
      ...run,
      kinds: [
        ['PNG', 10],
        ['JPEG', 2],
      ],
    }),
  ).toBe('12: 10 PNG, 2 JPEG');
  const estimate = {
    answers: 5,
    inputTokens: 12_400_000,
    outputTokens: 1_100_000,
    seconds: 7800,
    money: 4.1,
  };
  expect(estimateText({ ...run, estimate })).toBe(
    'About 2 h 10 min · 12.4 M input tokens, 1.1 M output tokens · $4.10 (from 5 answers)',
  );
  expect(estimateText(run)).toBeUndefined();
  const counts = { ...run.counts, described: run.counts.all, failed: 0 };
  expect(estimateText({ ...run, counts, estimate })).toBe('No images are pending.');
});

test('a cap is read as people write amounts', () => {
  const dollars = (text: string) => parseCap(text, 'dollars');
  expect(['5', '$2.50', '2,5', ' 1,000 ', ''].map(dollars)).toEqual([
    ...[{ amount: 5 }, { amount: 2.5 }, { amount: 2.5 }, { amount: 1000 }, {}],
  ]);
  expect(['five', '0', '-3', '1.2.3', '$'].map(dollars)).toEqual([
    ...[undefined, undefined, undefined, undefined, {}],
  ]);
  expect(parseCap('1,000,000', 'tokens')).toEqual({ amount: 1_000_000 });
  expect(parseCap('10.5', 'tokens')).toBeUndefined();
});

test('filters carry their numbers; an empty table says what that means', () => {
  const run = withCounts({ all: 10, described: 6, failed: 1, open: 3, edited: 2, accepted: 5 });
  expect(Object.fromEntries(filterCounts(run, 'all'))).toEqual({
    ...{ all: 10, described: 6, failed: 1, open: 3, edited: 2, accepted: 5, unaccepted: 1 },
  });
  // One that lets nothing through, or everything, is left out unless it is chosen.
  const fresh = withCounts({ all: 10, described: 10 });
  expect(filterCounts(fresh, 'all')).toEqual([['all', 10]]);
  expect(filterCounts(fresh, 'accepted')).toEqual([
    ['all', 10],
    ['accepted', 0],
  ]);
  expect(emptyText(run, { filter: 'failed', search: '' }).title).toBe('No images failed');
  expect(emptyText(run, { filter: 'failed', search: 'cat' }).title).toContain('“cat”');
});

test('on the page of a new run an earlier one of the same images is told', () => {
  const earlier = { id: 'x', model: 'eye-1', createdAt: 0, counts: { all: 25, described: 22, failed: 3 } };
  expect(earlierText(earlier)).toMatch(/^25 of 25 done \(3 failed\) with eye-1, .*19(70|69)/);
});

test('a cap in tokens takes no sum of money', () => {
  expect(parseCap('$5', 'tokens')).toBeUndefined();
  expect(parseCap('2.5', 'images')).toBeUndefined();
});
