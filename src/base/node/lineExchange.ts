import type { Socket } from 'node:net';
import { parseJson } from '../json.ts';

/** How messages of a connection are read. */
export interface LineExchange<In> {
  /** The message that a value of JSON is; `undefined` where it is none. */
  read: (value: unknown) => In | undefined;
  /** Characters of a message at most. */
  longest: number;
}

/**
 * Exchanges messages as lines of JSON: hands each that is read to `onMessage` and returns how to send. What cannot be read, or is
 * too long, ends the connection.
 */
export function exchangeLines<In>(
  socket: Socket,
  { read, longest }: LineExchange<In>,
  onMessage: (message: In) => void,
): (message: object) => void {
  let rest = '';
  socket.on('error', () => undefined);
  socket.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const message = read(parseJson(line));
      if (message === undefined) socket.destroy();
      else onMessage(message);
    }
    if (rest.length > longest) socket.destroy();
  });
  return message => {
    if (socket.writable) socket.write(`${JSON.stringify(message)}\n`);
  };
}
