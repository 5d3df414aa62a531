/** Letters that may be missing, too many or others for a word to be meant. */
const most = 2;

/** The one of `words` that was most likely meant; `undefined` where none is near. */
export function nearest(given: string, words: readonly string[]): string | undefined {
  const [best] = words
    .filter(word => Math.abs(word.length - given.length) <= most)
    .map(word => ({ word, apart: distance(given, word) }))
    .filter(({ word, apart }) => apart <= most && apart < word.length / 2)
    .sort((one, other) => one.apart - other.apart);
  return best?.word;
}

/** How many letters must be put in, left out or changed to make one word of the other. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let from = 0; from < one.length; from++) {
    const next = [from + 1];
    for (let at = 1; at <= other.length; at++)
      next.push(
        Math.min(
          (next[at - 1] ?? 0) + 1,
          (row[at] ?? 0) + 1,
          (row[at - 1] ?? 0) + (one[from] === other[at - 1] ? 0 : 1),
        ),
      );
    row = next;
  }
  return row[other.length] ?? 0;
}
