/** What a file for a form may hold: levels, values in all, characters of all texts and names. */
export const bounds = { levels: 24, values: 40_000, characters: 400_000 } as const;

/** Whether a value that was read from a file keeps within the bounds; one that contains itself does not. */
export function isBounded(value: unknown): boolean {
  const left: Record<'values' | 'characters', number> = { ...bounds };
  const fits = (part: unknown, level: number): boolean => {
    left.values -= 1;
    if (typeof part === 'string') left.characters -= part.length;
    if (left.values < 0 || left.characters < 0 || level > bounds.levels) return false;
    if (Array.isArray(part)) return part.every(item => fits(item, level + 1));
    if (typeof part !== 'object' || part === null) return true;
    return Object.entries(part).every(([name, item]) => {
      left.characters -= name.length;
      return fits(item, level + 1);
    });
  };
  return fits(value, 0);
}
