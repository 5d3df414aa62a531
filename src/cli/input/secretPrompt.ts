import { onAbort } from '../../base/onAbort.ts';
import { visibleLines } from '../../base/visibleText.ts';
import { StringDecoder } from 'node:string_decoder';

/** What is needed of a terminal's two ends. */
export interface PromptTerminal {
  input: Pick<NodeJS.ReadStream, 'setRawMode' | 'on' | 'off' | 'resume' | 'pause'>;
  output: Pick<NodeJS.WriteStream, 'write'>;
}

const [interrupt, endOfInput, backspace, clearLine, escape, del] = [
  '\x03',
  '\x04',
  '\b',
  '\x15',
  '\x1B',
  '\x7F',
];

/** What follows Escape, once it is whole: `[`, parameters and a final letter, or one character. */
const endOfSequence = /^(\[[0-9;?]*[@-Z\\^-~]|[^[])$/;

/**
 * Asks for a secret on a terminal, a star for each character. Ctrl-C raises SIGINT as usual, for raw mode takes that
 * from the terminal. The sequences of arrow keys and of pasting are no part of the secret.
 * @returns what was typed up to Enter, or undefined where the input ended before.
 * @throws an AbortError once the signal fires.
 */
export function askSecret(
  question: string,
  { input, output }: PromptTerminal,
  {
    signal,
    raise = name => process.kill(process.pid, name),
  }: {
    signal: AbortSignal;
    raise?: (name: 'SIGINT') => unknown;
  },
): Promise<string | undefined> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<string | undefined>();
  const decoder = new StringDecoder('utf8');
  let typed: string[] = [];
  let sequence: string | undefined;

  const erase = (count: number): void => {
    typed = typed.slice(0, typed.length - count);
    output.write('\b \b'.repeat(count));
  };
  const take = (character: string): void => {
    if (character === escape) sequence = '';
    else if (sequence !== undefined) {
      sequence += character;
      if (endOfSequence.test(sequence)) sequence = undefined;
    } else if (character === '\r' || character === '\n') resolve(typed.join(''));
    else if (character === interrupt) raise('SIGINT');
    else if (character === endOfInput) {
      if (typed.length === 0) resolve(undefined);
    } else if (character === backspace || character === del) erase(Math.min(1, typed.length));
    else if (character === clearLine) erase(typed.length);
    else if (character >= ' ') {
      typed.push(character);
      output.write('*');
    }
  };
  const onData = (chunk: Buffer): void => {
    for (const character of decoder.write(chunk)) take(character);
  };
  const onEnd = (): void => resolve(undefined);

  // Raw first: what is typed as soon as the question shows must not be echoed.
  input.setRawMode(true);
  output.write(visibleLines(question));
  input.on('data', onData);
  input.on('end', onEnd);
  const stopListening = onAbort(signal, () => reject(signal.reason as Error));
  input.resume();
  return promise.finally(() => {
    stopListening();
    input.off('data', onData);
    input.off('end', onEnd);
    input.setRawMode(false);
    input.pause();
    output.write('\n');
  });
}
