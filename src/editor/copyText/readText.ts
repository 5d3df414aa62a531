import type { Findings } from '../../recognition/findings.ts';
import { statedFindings } from '../../recognition/stated.ts';

/** What came of reading one image. */
export type ReadText = { lines: string[]; codes: string[] } | { failed: true };

/** Text and codes of an image, each on a line of its own. */
export function textOf(findings: Findings): ReadText {
  const { lines, codes } = statedFindings(findings, 'unclear');
  return {
    lines: lines.map(({ text }) => text),
    codes: codes.map(({ text }) => text),
  };
}

/** All of it as one text: images apart by an empty line, the codes of each after its lines. */
export function textOfAll(read: readonly ReadText[]): { text: string; lines: number; failed: number } {
  const texts = read.flatMap(one => ('failed' in one ? [] : [[...one.lines, ...one.codes]]));
  return {
    text: texts
      .filter(lines => lines.length > 0)
      .map(lines => lines.join('\n'))
      .join('\n\n'),
    lines: texts.flat().length,
    failed: read.length - texts.length,
  };
}
