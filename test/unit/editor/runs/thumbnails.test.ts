import { expect, test } from 'vitest';
import { Thumbnails } from '../../../../src/editor/runs/thumbnails.ts';

/** Thumbnails that are made when the test says so. */
function made(options: { most?: number; atOnce?: number } = {}) {
  const begun: string[] = [];
  const finish = new Map<string, () => void>();
  const thumbnails = new Thumbnails({
    read: location => Promise.resolve(Buffer.from(location)),
    make: bytes =>
      new Promise((resolve, reject) => {
        const name = Buffer.from(bytes).toString();
        begun.push(name);
        finish.set(name, () => (name === 'bad' ? reject(new Error('bad')) : resolve(`data:${name}`)));
      }),
    most: 10,
    atOnce: 1,
    ...options,
  });
  const until = async (count: number): Promise<void> => {
    while (begun.length < count) await new Promise(resolve => setImmediate(resolve));
  };
  return { thumbnails, begun, until, end: (name: string) => finish.get(name)?.() };
}

test('what was asked for last is made first, and what is no longer looked at is not made', async () => {
  const { thumbnails, begun, until, end } = made();
  const first = thumbnails.get('a');
  await until(1);
  const rest = ['b', 'c', 'd'].map(name => thumbnails.get(name));
  thumbnails.keepOnly(new Set(['c', 'd']));
  expect(await rest[0]).toBeUndefined();
  end('a');
  expect(await first).toEqual({ dataUrl: 'data:a' });
  await until(2);
  end('d');
  await until(3);
  end('c');
  await Promise.all(rest);
  expect(begun).toEqual(['a', 'd', 'c']);
});

test('a thumbnail is made once, also where it is asked for twice at the same time', async () => {
  const { thumbnails, begun, until, end } = made({ atOnce: 4 });
  const both = [thumbnails.get('a'), thumbnails.get('a')];
  await until(1);
  end('a');
  expect(await Promise.all(both)).toEqual([{ dataUrl: 'data:a' }, { dataUrl: 'data:a' }]);
  await thumbnails.get('a');
  expect(begun).toEqual(['a']);
});

test('the last used ones are remembered, no more than are allowed', async () => {
  const { thumbnails, begun, until, end } = made({ most: 2, atOnce: 4 });
  for (const [index, name] of ['a', 'b', 'c'].entries()) {
    const one = thumbnails.get(name);
    await until(index + 1);
    end(name);
    await one;
  }
  await thumbnails.get('c');
  const again = thumbnails.get('a');
  await until(4);
  end('a');
  await again;
  expect(begun).toEqual(['a', 'b', 'c', 'a']);
});

test('a picture that cannot be read has none', async () => {
  const { thumbnails, until, end } = made();
  const bad = thumbnails.get('bad');
  await until(1);
  end('bad');
  expect(await bad).toEqual({});
});
