import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { SightlineError } from '../../../src/base/errors.ts';
import { cutTo, Output } from '../../../src/cli/output.ts';
import { UsageError } from '../../../src/cli/usageError.ts';

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

/** A name with an escape sequence (also the 8-bit kind), a fake line, and an order that is not that of its characters. */
const hostile = 'bad\u001B]0;x\u0007\u009B31m\nsightline: all good \u202Egpj.exe\u200B.png';

/** All that a terminal gets of what `write` writes. */
function written(write: (out: Output) => void, json = false): { stdout: string; stderr: string } {
  const stream = () => Object.assign(new PassThrough(), { isTTY: true, columns: 200 });
  const [stdout, stderr] = [stream(), stream()];
  const streams = { stdout, stderr } as unknown as ConstructorParameters<typeof Output>[0];
  write(new Output(streams, { json, terminal: 'xterm' }));
  const read = (from: PassThrough): string =>
    String((from.read() as Buffer | null) ?? '').replaceAll('\r\u001B[2K', '');
  return { stdout: read(stdout), stderr: read(stderr) };
}

// eslint-disable-next-line no-control-regex
const dangerous = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/;

test('B13: no escape sequence of a name or an error reaches the terminal, wherever it is told', () => {
  const fault = new SightlineError('badRequest', hostile, { hint: hostile });
  const ways: Record<string, (out: Output) => void> = {
    about: out => out.error(new SightlineError('badRequest', 'It failed.'), hostile),
    error: out => out.error(fault, 'a.png'),
    unknown: out => out.error(new Error(hostile), hostile),
    usage: out => out.error(new UsageError(hostile), hostile),
    note: out => out.note(hostile),
    progress: out => out.progress(hostile),
    log: out => out.logLine(hostile),
    heading: out => out.heading(hostile),
    result: out => out.result({ file: hostile }, hostile),
    text: out => out.text(hostile),
    line: out => out.jsonLine(JSON.stringify({ file: hostile })),
  };
  for (const [way, write] of Object.entries(ways))
    for (const json of [false, true]) {
      const { stdout, stderr } = written(write, json);
      expect(stdout + stderr, way).not.toBe('');
      expect(stdout + stderr, `${way} ${json}`).not.toMatch(dangerous);
      expect(stderr.trimEnd(), `${way}: one line`).not.toContain('\n');
    }
  expect(written(ways['about'] ?? (() => undefined)).stderr).toContain('badRequest: bad');
});

test('W15: characters that reorder or are not seen are spelled out; what scripts need stays', () => {
  expect(written(out => out.text('name \u202Egpj.exe')).stdout).toBe('name <U+202E>gpj.exe');
  expect(written(out => out.note('a\u200Bb.png')).stderr).toBe('sightline: note: a<U+200B>b.png\n');
  const scripts = 'می\u200Cخواهم שלום\u200F 👩\u200D👧 ❤\uFE0F ភាសា\u200Bខ្មែរ\n';
  expect(written(out => out.text(scripts)).stdout).toBe(scripts);
  const line = written(out => out.jsonLine(JSON.stringify({ file: hostile }))).stdout;
  expect(JSON.parse(line)).toEqual({ file: hostile });
});
