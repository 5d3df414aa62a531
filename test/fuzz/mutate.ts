import type { Random } from './random.ts';

/** Longest input that is made, bytes. */
const longest = 1_000_000;

/** Texts that readers stumble over: ends, marks, large numbers, escapes, bidirectional and invisible characters. */
const oddTexts = [
  ...['', ' ', '\n', '\r\n', '\0', '\t', '\uFEFF', '\u202E', '\u200B', '\uD800', '😀', 'é', 'e\u0301'],
  ...[
    '[',
    ']',
    '{',
    '}',
    '"',
    "'",
    '\\',
    '<',
    '>',
    '&',
    '#',
    '*',
    '`',
    '|',
    ':',
    '- ',
    '&a ',
    '*a',
    '!!',
    '%',
  ],
  ...['0', '-1', '1e999', '-0', '99999999999999999999', '0.1', 'NaN', 'null', 'true', '~', '[]', '{}', '""'],
  ...['__proto__', 'constructor', 'toString', 'names', '$ref', 'data:', 'data: [DONE]\n\n', 'event: error\n'],
  ...['<!--', '-->', '<![CDATA[', '<!DOCTYPE x>', '&#x0;', '&amp;', '\\u0000', '\\uD800', '../', '$&', '%00'],
];

/** A short text of odd parts, letters and digits. */
export function oddText(random: Random, parts = 6): string {
  return Array.from({ length: random.below(parts + 1) }, () =>
    random.chance(0.5)
      ? random.pick(oddTexts)
      : random()
          .toString(36)
          .slice(2, 2 + random.below(8)),
  ).join('');
}

/** The bytes with some of them changed, cut out, doubled, repeated very often, or with an odd text between them. */
export function mutateBytes(random: Random, bytes: Uint8Array): Buffer {
  let changed: Buffer = Buffer.from(bytes);
  for (let times = random.below(6); times >= 0; times--) changed = mutateOnce(random, changed);
  return changed.subarray(0, longest);
}

/** As {@link mutateBytes}, for text in UTF-8; what it becomes may be no UTF-8 any more and is read as a browser would. */
export function mutateText(random: Random, text: string): string {
  return mutateBytes(random, Buffer.from(text)).toString();
}

function mutateOnce(random: Random, bytes: Buffer): Buffer {
  // What tells the format stands first, and most of what can go wrong soon after it.
  const at = Math.floor(random() ** 2 * (bytes.length + 1));
  const end = Math.min(bytes.length, at + 1 + random.below(random.chance(0.5) ? 8 : 200));
  const [before, piece, after] = [bytes.subarray(0, at), bytes.subarray(at, end), bytes.subarray(end)];
  switch (random.below(7)) {
    case 0:
      return Buffer.concat([before, Buffer.from([random.below(256)]), bytes.subarray(at + 1)]);
    case 1:
      return Buffer.concat([
        before,
        Buffer.from([random.pick([0, 1, 127, 128, 255])]),
        bytes.subarray(at + 1),
      ]);
    case 2:
      return Buffer.from(before);
    case 3:
      return Buffer.concat([before, after]);
    case 4:
      return Buffer.concat([
        before,
        Buffer.from(oddText(random)),
        random.chance(0.5) ? piece : Buffer.of(),
        after,
      ]);
    case 5: {
      const times = 2 + Math.floor(random() ** 4 * 20_000);
      return Buffer.concat([before, ...Array.from({ length: times }, () => piece), after]).subarray(
        0,
        longest,
      );
    }
    default:
      return Buffer.concat([after, before, piece]);
  }
}
