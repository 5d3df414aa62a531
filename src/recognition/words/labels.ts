/** Where people say it otherwise than COCO: one of it, and several. */
const said: Record<string, readonly [one: string, many: string]> = {
  person: ['person', 'people'],
  bus: ['bus', 'buses'],
  bench: ['bench', 'benches'],
  sheep: ['sheep', 'sheep'],
  knife: ['knife', 'knives'],
  'wine glass': ['wine glass', 'wine glasses'],
  sandwich: ['sandwich', 'sandwiches'],
  couch: ['couch', 'couches'],
  toothbrush: ['toothbrush', 'toothbrushes'],
  skis: ['pair of skis', 'pairs of skis'],
  scissors: ['pair of scissors', 'pairs of scissors'],
  mouse: ['computer mouse', 'computer mice'],
  tie: ['necktie', 'neckties'],
  tv: ['TV', 'TVs'],
  remote: ['remote control', 'remote controls'],
  broccoli: ['head of broccoli', 'heads of broccoli'],
  'sports ball': ['ball', 'balls'],
  'hair drier': ['hair dryer', 'hair dryers'],
};

/** A kind of thing as people say it, in the number that goes with `count`: `wine glasses`. */
export function labelWord(label: string, count: number): string {
  const [one, many] = said[label] ?? [label, `${label}s`];
  return count === 1 ? one : many;
}

/** One of a kind with its article: `an umbrella`. */
export function oneOf(label: string): string {
  const word = labelWord(label, 1);
  return `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`;
}

const numbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** A count as people say it; beyond ten the detector only estimates: `about 11`. */
export function countWord(count: number): string {
  return numbers[count] ?? `about ${count}`;
}

/** `a, b and c`. */
export function listed(parts: readonly string[], word = 'and'): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} ${word} ${parts.at(-1)}`;
}

/** The text with a capital at its beginning. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
