import { formatNumber, pluralWord } from '../../../base/format.ts';
import { mostCounted } from '../../store/workspaces.ts';

/** A number that `countOf` has counted, as pages say it: "12", or "10,000+" where it has stopped. */
export function countedNumber(count: number): string {
  return count > mostCounted ? `${formatNumber(mostCounted)}+` : formatNumber(count);
}

/** The same with its word: "1 key", "12 keys". */
export function counted(count: number, one: string): string {
  return `${countedNumber(count)} ${pluralWord(count, one, `${one}s`)}`;
}
