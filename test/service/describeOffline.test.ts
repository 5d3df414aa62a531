import { expect, test } from 'vitest';
import { describeOffline, mostWaiting } from '../../src/service/gateway/describeOffline.ts';

const address = 'http://offline/v1/chat/completions';

function ask(content: string, rest = ''): Promise<Response> {
  const body = Buffer.from(
    `{"model":"offline-describer","messages":[{"role":"user","content":"${content}"}]${rest}}`,
  );
  return describeOffline(address, { method: 'POST', body });
}

test('W1: a question of more values than there is memory for is refused before it is parsed; the next is answered', async () => {
  const refused = await ask('Hi', `,"metadata":[${'[],'.repeat(10 * 1024 * 1024)}0]`);
  expect(refused.status).toBe(503);
  expect(await refused.text()).toContain('more than 1,000,000 values');
  const answered = await ask(`one two ${'\\",['.repeat(1_100_000)}`);
  expect(answered.status).toBe(200);
  expect(await answered.text()).toContain('3 words');
}, 120_000);

test('W1: other work goes on while the offline describer reads a large question', async () => {
  let [turns, over] = [0, false];
  const count = () => {
    turns += 1;
    if (!over) setImmediate(count);
  };
  const answer = ask('word '.repeat(1024 * 1024));
  count();
  expect(await (await answer).text()).toContain('1,048,576 words');
  over = true;
  // On this thread it would have been a handful of turns.
  expect(turns).toBeGreaterThan(100);
}, 120_000);

test('a small question, whose bytes lie in a buffer with those of others, leaves that buffer alone', async () => {
  const neighbour = Buffer.from('neighbour');
  expect((await ask('Hi')).status).toBe(200);
  expect(neighbour.toString()).toBe('neighbour');
});

test('a question whose client has gone is not asked', async () => {
  const signal = AbortSignal.abort(new Error('gone'));
  await expect(describeOffline(address, { method: 'POST', body: '{}', signal })).rejects.toThrow('gone');
});

test('questions beyond those that may wait are told to come back; the others are answered', async () => {
  const answers = await Promise.all(Array.from({ length: mostWaiting + 3 }, () => ask('one two three')));
  expect(answers.map(({ status }) => status)).toEqual([
    ...Array.from({ length: mostWaiting + 1 }, () => 200),
    ...[503, 503],
  ]);
  expect(answers.at(-1)?.headers.get('retry-after')).toBe('5');
  expect(await answers.at(-1)?.text()).toContain('Too many questions wait');
  expect((await ask('and then')).status).toBe(200);
});

test('a question that is stopped while it is worked on makes room for the next', async () => {
  const controller = new AbortController();
  const body = Buffer.from(
    JSON.stringify({
      model: 'offline-describer',
      messages: [{ role: 'user', content: 'word '.repeat(2e6) }],
    }),
  );
  const stopped = describeOffline(address, { method: 'POST', body, signal: controller.signal });
  setTimeout(() => controller.abort(new Error('gone')), 50);
  await expect(stopped).rejects.toThrow('gone');
  expect((await ask('Hi')).status).toBe(200);
});
