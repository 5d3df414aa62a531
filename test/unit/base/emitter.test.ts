import { expect, test } from 'vitest';
import { Emitter } from '../../../src/base/emitter.ts';

test('listeners are told in their order until they are taken off', () => {
  const emitter = new Emitter<number>();
  const heard: string[] = [];
  const off = emitter.listen(value => heard.push(`first ${value}`));
  const second = emitter.event(value => heard.push(`second ${value}`));
  emitter.fire(1);
  off();
  emitter.fire(2);
  second.dispose();
  emitter.fire(3);
  expect(heard).toEqual(['first 1', 'second 1', 'second 2']);
});

test('a listener that another takes off meanwhile hears nothing more', () => {
  const emitter = new Emitter();
  const heard: string[] = [];
  emitter.listen(() => off());
  const off = emitter.listen(() => heard.push('taken off'));
  emitter.fire();
  expect(heard).toEqual([]);
});
