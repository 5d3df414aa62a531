/** As the Explorer compares names by default: numbers by their value, upper and lower case together. */
const collator = new Intl.Collator(undefined, { numeric: true });

/**
 * Compares two names of pictures (parts divided by `/`) as the Explorer lists them: in every folder first its folders,
 * then its files. `img1`, `img2`, `img10`; of names that count as the same (`img1`, `img01`) the shorter comes first.
 */
export function explorerOrder(one: string, other: string): number {
  let from = 0;
  for (;;) {
    const end = one.indexOf('/', from);
    const otherEnd = other.indexOf('/', from);
    if ((end === -1) !== (otherEnd === -1)) return end === -1 ? 1 : -1;
    if (end === -1) return compareNames(one.slice(from), other.slice(from));
    // Most neighbours share their folder, which then need not be compared as words.
    if (end !== otherEnd || !other.startsWith(one.slice(from, end), from)) {
      const order = compareNames(one.slice(from, end), other.slice(from, otherEnd));
      if (order !== 0) return order;
    }
    from = end + 1;
  }
}

function compareNames(one: string, other: string): number {
  return (
    collator.compare(one, other) || one.length - other.length || (one < other ? -1 : Number(one > other))
  );
}
