import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { askSecret, type PromptTerminal } from '../../../src/cli/input/secretPrompt.ts';

/** A terminal at which a test types, and reads what it shows. */
class FakeTerminal extends EventEmitter {
  raw = false;
  shown = '';
  readonly signals: string[] = [];
  readonly stop = new AbortController();
  readonly input = Object.assign(this, {
    setRawMode: (raw: boolean) => (this.raw = raw),
    resume: () => this,
    pause: () => this,
  }) as unknown as PromptTerminal['input'];
  readonly output = { write: (text: string) => (this.shown += text) !== '' };

  ask(): Promise<string | undefined> {
    const raise = (name: string): number => this.signals.push(name);
    return askSecret('Key: ', this, { signal: this.stop.signal, raise });
  }

  type(text: string): void {
    expect(this.raw).toBe(true);
    for (const byte of Buffer.from(text)) this.emit('data', Buffer.of(byte));
  }
}

test('what is typed is not shown; corrections, arrow keys and pasting marks are no part of it', async () => {
  const terminal = new FakeTerminal();
  const asked = terminal.ask();
  terminal.type('wrong\u0015\u001B[200~ab\u001B[Dcx\u007F\u001B[201~ü\r');
  expect(await asked).toBe('abcü');
  expect(terminal.shown).toMatch(/^Key: [*\b ]+\n$/);
  expect(terminal.raw).toBe(false);
  expect(terminal.listenerCount('data')).toBe(0);
});

test('Ctrl-C raises SIGINT as it does elsewhere, and the signal ends the question', async () => {
  const terminal = new FakeTerminal();
  const asked = terminal.ask();
  terminal.type('ab\u0003');
  expect(terminal.signals).toEqual(['SIGINT']);
  terminal.stop.abort();
  await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
  expect(terminal.raw).toBe(false);
});

test('Ctrl-D at the beginning, and a terminal that goes away, end it without an answer', async () => {
  const first = new FakeTerminal();
  const asked = first.ask();
  first.type('\u0004');
  expect(await asked).toBeUndefined();
  const second = new FakeTerminal();
  const again = second.ask();
  second.emit('end');
  expect(await again).toBeUndefined();
});
