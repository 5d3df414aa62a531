import { expect, test } from 'vitest';
import { neighbour } from '../../../../src/editor/pictures/neighbour.ts';

const names = ['image 10.png', 'b.jpg', 'image 9.png', 'A.jpg', 'image 1.png'];

test('images follow each other as the explorer lists them, and after the last comes the first', () => {
  const all: string[] = [];
  for (let name: string | undefined = 'A.jpg'; name !== undefined && !all.includes(name);) {
    all.push(name);
    name = neighbour(names, name, 1);
  }
  expect(all).toEqual(['A.jpg', 'b.jpg', 'image 1.png', 'image 9.png', 'image 10.png']);
  for (const [index, name] of all.entries()) expect(neighbour(names, name, -1)).toBe(all.at(index - 1));
});

test('from an image that was deleted meanwhile one goes on to those beside its place', () => {
  expect(neighbour(names, 'image 5.png', 1)).toBe('image 9.png');
  expect(neighbour(names, 'image 5.png', -1)).toBe('image 1.png');
});

test('where there is no other image, there is none', () => {
  expect(neighbour(['a.png'], 'a.png', 1)).toBeUndefined();
  expect(neighbour([], 'a.png', -1)).toBeUndefined();
});

test('names that sort alike are each reached, too', () => {
  const alike = ['a01.png', 'a1.png', 'a001.png'];
  const seen = new Set<string>();
  for (let name = 'a1.png', steps = 0; steps < 3; steps++) {
    seen.add(name);
    name = neighbour(alike, name, 1) ?? '';
  }
  expect(seen.size).toBe(3);
});
