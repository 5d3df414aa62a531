/** How what was read compares with what is there. */
export interface TextJudgement {
  /** Lines that are there, and those of them that were read with at most one character in ten wrong. */
  lines: number;
  right: number;
  /** Characters that are there, and those of them that are wrong or missing. */
  characters: number;
  wrong: number;
}

/** Holds the lines that were read against those that are there; where in the image they stand does not matter. */
export function judgeText(truth: readonly string[], read: readonly string[]): TextJudgement {
  const all = read.map(bare).join('\n');
  const judgement: TextJudgement = { lines: truth.length, right: 0, characters: 0, wrong: 0 };
  for (const line of truth.map(bare)) {
    const errors = Math.min(line.length, errorsWithin(line, all));
    judgement.characters += line.length;
    judgement.wrong += errors;
    if (errors <= Math.floor(line.length * 0.1)) judgement.right++;
  }
  return judgement;
}

/** The words of a text, without marks around them. */
export function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .normalize('NFKC')
    .split(/\s+/)
    .map(word => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
    .filter(word => word !== '');
}

/** Neither spaces nor case count. */
function bare(text: string): string {
  return text.toLowerCase().normalize('NFKC').replace(/\s+/g, '');
}

/** The fewest changes that make a text out of any part of another. */
function errorsWithin(text: string, whole: string): number {
  let before = new Array<number>(whole.length + 1).fill(0);
  for (const [i, character] of Array.from(text).entries()) {
    const now = [i + 1];
    for (let j = 1; j <= whole.length; j++)
      now[j] = Math.min(
        (before[j] ?? 0) + 1,
        (now[j - 1] ?? 0) + 1,
        (before[j - 1] ?? 0) + (character === whole[j - 1] ? 0 : 1),
      );
    before = now;
  }
  return Math.min(...before);
}
