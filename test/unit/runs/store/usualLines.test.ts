import { expect, test } from 'vitest';
import { answerLineOf, answerLineSchema } from '../../../../src/runs/store/answerLines.ts';
import { runLineOf, runLineSchema } from '../../../../src/runs/store/runLines.ts';

const answer = {
  type: 'answer',
  sha256: 'ab'.repeat(32),
  text: 'A lake.',
  columns: { colour: 'blue' },
  model: 'vision-1',
  usage: { inputTokens: 10, outputTokens: 5 },
  notes: ['It was cut off.'],
  width: 640,
  height: 480,
  seconds: 1.5,
  answeredAt: 1_700_000_000_000,
};
const picture = {
  type: 'picture',
  number: 3,
  location: '/pictures/lake.jpg',
  name: 'lake.jpg',
  byteLength: 1000,
  modifiedAt: 1_700_000_000_000,
  labels: 'a boat',
};
/** What a damaged file, or another program, may have in the place of a member. */
const odd = [
  undefined,
  null,
  '',
  'text',
  0,
  -1,
  1.5,
  Number.POSITIVE_INFINITY,
  true,
  [],
  [1],
  {},
  { inputTokens: 1 },
];

/** The line with each of its members made something else, or left out. */
function* variantsOf(line: object): Iterable<Record<string, unknown>> {
  yield { ...line };
  for (const name of Object.keys(line)) {
    for (const value of odd) yield { ...line, [name]: value };
    yield Object.fromEntries(Object.entries(line).filter(([other]) => other !== name));
  }
}

test.each([...variantsOf(answer)].map(line => [JSON.stringify(line), line] as const))(
  'a line of answers is taken where its schema takes it: %s',
  (_text, line) => {
    expect(answerLineOf(line)).toEqual(answerLineSchema.safeParse(line).data);
  },
);

test.each([...variantsOf(picture)].map(line => [JSON.stringify(line), line] as const))(
  'a line of a run is taken where its schema takes it: %s',
  (_text, line) => {
    expect(runLineOf(line)).toEqual(runLineSchema.safeParse(line).data);
  },
);

test('lines of the other kinds are held against their schema', () => {
  expect(answerLineOf({ type: 'accept', sha256: answer.sha256, accepted: true })).toMatchObject({
    accepted: true,
  });
  expect(answerLineOf({ type: 'accept', sha256: answer.sha256 })).toBeUndefined();
  expect(runLineOf({ type: 'renamed', title: 'Lakes' })).toEqual({ type: 'renamed', title: 'Lakes' });
  expect(runLineOf({ type: 'renamed' })).toBeUndefined();
  expect(runLineOf('picture')).toBeUndefined();
});
