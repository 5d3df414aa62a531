/** Characters that are gathered before they are handed on. */
const pieceLength = 65_536;

/** The same text in larger pieces: a file is not written a line at a time. */
export async function* inLargerPieces(
  chunks: AsyncIterable<string>,
): AsyncGenerator<string, void, undefined> {
  let gathered: string[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    gathered.push(chunk);
    length += chunk.length;
    if (length < pieceLength) continue;
    yield gathered.join('');
    gathered = [];
    length = 0;
  }
  if (length > 0) yield gathered.join('');
}
