/** Longest line that is put together, characters: no answer is that long, and memory is finite. */
const longestLine = 64 * 1024 * 1024;

/** The lines of a text as its bytes come, without their ends; blank ones are left out. */
export async function* textLines(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of body) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > longestLine) throw new Error('a line of the file does not end');
    for (const line of lines) if (line.trim() !== '') yield line;
  }
  rest += decoder.decode();
  if (rest.trim() !== '') yield rest;
}
