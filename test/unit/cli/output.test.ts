import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { cutTo, Output } from '../../../src/cli/output.ts';

/** What a terminal of 20 columns gets of a progress message. */
function shown(message: string, terminal?: string): string {
  const stderr = Object.assign(new PassThrough(), { isTTY: true, columns: 20 });
  const streams = { stdout: new PassThrough(), stderr } as unknown as ConstructorParameters<typeof Output>[0];
  new Output(streams, { json: false, terminal }).progress(message);
  return String((stderr.read() as Buffer | null) ?? '');
}

test('progress stays on one line of a narrow terminal, whatever the script of the names', () => {
  expect(shown('0 of 4')).toBe('\r\u001B[2K0 of 4');
  expect(shown('Looking for pictures: 4')).toBe('\r\u001B[2KLooking for picture');
  expect(shown('1/2 写真写真写真写真写真.png')).toBe('\r\u001B[2K1/2 写真写真写真写');
  expect(cutTo('a😀b', 3)).toBe('a😀');
  expect(cutTo('a😀b', 2)).toBe('a');
});

test('a terminal that cannot write over a line gets no progress', () => {
  expect(shown('0 of 4', 'dumb')).toBe('');
  expect(shown('0 of 4', 'xterm')).not.toBe('');
});
