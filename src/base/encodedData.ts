import { gone } from './likelySecrets.ts';

/** Digits of base64 in a row, as long as they may be left out of a text without anybody missing them. */
const longRun = 256;

/** A shorter row counts as a line of longer data: mail breaks at 76 digits, PEM at 64. */
const shortestLine = 60;

/** What may stand between two lines of data: a line break, also an escaped one, indentation, quotes. */
const lineEnd = /^(?:[\s=&"'+>|]|\\{1,8}[nrt]|%0[AD])+$/i;
const longestLineEnd = 40;

/** A row of digits, or an escaped line break, whose letter is none. */
const digits = /\\{1,8}[nrt]|%0[AD]|[A-Za-z0-9+/_-]+/gi;
const dataHead = /data:[\w.+-]{1,60}\\{0,4}\/[\w.+-]{1,80}(?:;[\w.+=-]{1,60}){0,4};base64,$/;
const longestHead = 500;

/** `text` with pictures as data, which are the person's own, and other long base64 cut to their beginnings. */
export function shortenData(text: string): string {
  if (text.length < shortestLine && !text.includes('data:')) return text;
  let result = '';
  let copied = 0;
  let block: { from: number; to: number; head: number; count: number } | undefined;
  const close = (): void => {
    if (block && (block.head > 0 || block.count >= longRun)) {
      const from = block.from - block.head;
      const padding = /^={0,2}/.exec(text.slice(block.to, block.to + 2))?.[0].length ?? 0;
      const end = block.to + padding;
      result += `${text.slice(copied, from)}${text.slice(from, block.from + (block.head > 0 ? 12 : 40)).slice(0, 40)}${gone} (${end - from} characters)`;
      copied = end;
    }
    block = undefined;
  };
  for (const { 0: run, index } of text.matchAll(digits)) {
    if (/^[\\%]/.test(run)) continue;
    const gap = block ? text.slice(block.to, Math.min(index, block.to + longestLineEnd + 1)) : '';
    if (block && gap.length <= longestLineEnd && lineEnd.test(gap)) {
      block.to = index + run.length;
      block.count += run.length;
      // The last line is a shorter one.
      if (run.length < shortestLine) close();
      continue;
    }
    close();
    const before = text.slice(Math.max(copied, index - longestHead), index);
    const head = before.endsWith(';base64,') ? (dataHead.exec(before)?.[0].length ?? 0) : 0;
    if (head > 0 ? run.length >= 24 : run.length >= shortestLine)
      block = { from: index, to: index + run.length, head, count: run.length };
  }
  close();
  return result + text.slice(copied);
}
