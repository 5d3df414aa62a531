import { Tensor, type InferenceSession } from 'onnxruntime-web';
import type { Strip } from './lineStrip.ts';

/** Reads strips, and the characters that its outputs stand for: nothing first, the space last. */
export interface Reader {
  network: InferenceSession;
  characters: readonly string[];
}

/** What a strip says. */
export interface ReadText {
  text: string;
  /** Mean of its characters' scores, 0 to 1; 0 where there are none. */
  score: number;
}

/** The network leaves many spaces out; this likely at a blank step, there was one. */
const leastSpace = 0.05;

/** Characters of writing that parts its words by spaces. */
const isSpaced = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}\p{P}]/u;

/** Reads a strip. */
export async function readStrip({ network, characters }: Reader, strip: Strip): Promise<ReadText> {
  const input = new Tensor('float32', strip.data, [1, 3, strip.height, strip.width]);
  const [output] = Object.values(await network.run({ x: input }));
  if (output === undefined) return { text: '', score: 0 };
  const [, steps = 0, kinds = 0] = output.dims;
  return decoded(output.data as Float32Array, { steps, kinds }, characters);
}

/** Puts the steps together: the same character again is no second one unless a blank is between (CTC). */
export function decoded(
  likely: Float32Array,
  { steps, kinds }: { steps: number; kinds: number },
  characters: readonly string[],
): ReadText {
  const space = kinds - 1;
  let text = '';
  let [last, sum, count, gap] = [0, 0, 0, 0];
  for (let step = 0; step < steps; step++) {
    const row = step * kinds;
    let best = 0;
    for (let kind = 1; kind < kinds; kind++)
      if ((likely[row + kind] ?? 0) > (likely[row + best] ?? 0)) best = kind;
    if (best === 0) gap = Math.max(gap, likely[row + space] ?? 0);
    else if (best !== last) {
      const character = characters[best] ?? '';
      if (gap > leastSpace && best !== space && isSpaced.test(text.slice(-1)) && isSpaced.test(character))
        text += ' ';
      text += character;
      sum += likely[row + best] ?? 0;
      count++;
      gap = 0;
    }
    last = best;
  }
  return { text: text.trim(), score: count === 0 ? 0 : sum / count };
}
