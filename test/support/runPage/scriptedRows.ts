import type { RowView, RunView } from '../../../src/protocol/run.ts';

/** A run in which nothing has happened, with what the test says instead; its counts are those of its rows. */
export function makeRun(rest: Partial<RunView> = {}): RunView {
  return {
    ...{ id: 'r', title: 'lakeside', phase: 'running', prompt: 'Describe the image in two sentences.' },
    ...{ provider: 'OpenRouter', model: 'qwen/qwen3-vl-30b', offline: false, host: 'openrouter.ai' },
    ...{ columns: [], openBytes: 0, spent: { inputTokens: 0, outputTokens: 0 } },
    ...{ batchPossible: false, asBatch: false },
    capUnit: rest.cap?.unit ?? (rest.price === undefined ? 'tokens' : 'dollars'),
    counts: {
      ...{ all: 0, open: 0, waiting: 0, asking: 0, submitted: 0, described: 0, failed: 0 },
      ...{ edited: 0, accepted: 0, retryable: 0, reused: 0, shared: 0, skipped: 0 },
    },
    kinds: [],
    ...rest,
  };
}

const sentences = [
  'A mountain lake at sunset, two conifers in the foreground on the left bank. The calm water mirrors an orange sky.',
  'A bar chart with four blue bars and an orange line over them; the third bar is the highest.',
  'A red tram passes an old station building while three people wait under a glass roof. It has been raining: the cobblestones shine, and the lamps of the shops are mirrored in them.',
  'Two dogs on a beach.',
  'A table with a white cloth, a bowl of cherries and an open book beside it.',
];

/** A described row. */
export function makeRow(index: number, rest: Partial<RowView> = {}): RowView {
  return {
    ...{ index, name: `img_${String(index + 1).padStart(5, '0')}.jpg`, state: 'described', edited: false },
    text: sentences[index % sentences.length],
    ...{ accepted: false, byteLength: 1_200_000 + ((index * 7919) % 900_000) },
    ...{ inputTokens: 812, outputTokens: 20 + (index % 60), seconds: 1 + (index % 37) / 10 },
    ...rest,
  };
}

/** Rows of a run of which two thirds are through: some failed, accepted, edited, and some asked and waiting at this moment. */
export function makeRows(count: number): RowView[] {
  const through = Math.floor((count * 2) / 3);
  return Array.from({ length: count }, (_, index) => {
    if (index >= through) {
      const { name, byteLength } = makeRow(index);
      const ahead = index - through;
      const state = ahead < 8 ? 'asking' : ahead < 20 ? 'waiting' : 'open';
      return { index, name, byteLength, state, edited: false, accepted: false };
    }
    if (index % 50 === 17) return failedRow(index);
    return makeRow(index, {
      ...{ accepted: index % 5 === 0, edited: index % 23 === 4 },
      ...(index % 40 === 1 && {
        notes: ['The file is cut off; the part of the picture that is missing is grey.'],
      }),
    });
  });
}

export function failedRow(index: number): RowView {
  const { name, byteLength } = makeRow(index);
  return {
    ...{ index, name, byteLength, state: 'failed', edited: false, accepted: false },
    failure: {
      message: 'The file ends in the middle of the picture.',
      hint: 'Replace the file, then choose Retry.',
    },
  };
}
