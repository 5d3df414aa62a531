import { WholeLines } from '../../base/wholeLines.ts';

/** Longest line that is put together, characters: no answer is that long, and memory is finite. */
const longestLine = 64 * 1024 * 1024;

/** The lines of a text as its bytes come, without their ends; blank ones are left out. */
export async function* textLines(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const lines = new WholeLines();
  for await (const bytes of body) {
    yield* notBlank(lines.push(decoder.decode(bytes, { stream: true })));
    if (lines.pending > longestLine) throw new Error('a line of the file does not end');
  }
  yield* notBlank(lines.rest() + decoder.decode());
}

function notBlank(text: string): string[] {
  return text.split('\n').filter(line => line.trim() !== '');
}
