import path from 'node:path';
import type { Measure } from '../figure.ts';
import { runChild } from '../runChild.ts';

/** The wrapper of the package against the bare client it uses, on the same provider, turn by turn. */
export const measure: Measure = async ({ extension }) => {
  const figures = [];
  for (const api of ['responses', 'chat.completions']) {
    const child = await runChild('firstText.ts', [path.join(extension, 'dist'), api]);
    const { wrapper = Number.NaN, bare = Number.NaN, difference = Number.NaN, pairs = 0 } = child;
    const short = api === 'responses' ? 'Responses' : 'Chat';
    const details = { wrapper, bare, pairs };
    figures.push(
      {
        name: `firstText${short}ExtraMs`,
        title: `first text of LLM.stream, ${api}, beyond the bare client`,
        value: difference,
        unit: 'ms' as const,
        limit: 5,
        details,
      },
      {
        name: `firstText${short}Ratio`,
        title: `first text of LLM.stream, ${api}, against the bare client`,
        value: wrapper / bare,
        unit: 'ratio' as const,
        details,
      },
    );
  }
  return figures;
};
