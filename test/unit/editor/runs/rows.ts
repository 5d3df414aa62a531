import type { Description, RunRow } from '../../../../src/runs/runRow.ts';

/** A row that nothing is known of, with these parts. */
export function row(index: number, name: string, more: Partial<RunRow> = {}): RunRow {
  const picture = { location: `file:///${name}`, name, byteLength: 100, modifiedAt: 0 };
  return { index, picture, state: 'open', edited: false, accepted: false, ...more };
}

/** A description with this text. */
export function description(text: string, more: Partial<Description> = {}): Description {
  return {
    text,
    answered: text,
    model: 'test-model',
    seconds: 1,
    answeredAt: 0,
    width: 4,
    height: 4,
    notes: [],
    ...more,
  };
}
