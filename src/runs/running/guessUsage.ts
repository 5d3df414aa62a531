import { fit } from '../../images/fit.ts';
import type { Size } from '../../images/fit.ts';
import type { ImageOptions } from '../../images/preparedImage.ts';
import { tiledSize } from '../../images/prepare/tiles.ts';
import type { Usage } from '../../inference/api/answer.ts';
import type { RunQuestion } from '../runQuestion.ts';

/** Pixels that make a token: what Anthropic states; OpenAI's and Google's tiles come to about the same. */
const pixelsPerToken = 750;

/** Characters that make a token of English text. */
const charactersPerToken = 4;

/** About how many tokens an answer took, where the provider does not count them. Never nothing. */
export function guessUsage(
  { prompt, schema, image }: RunQuestion,
  { size, text }: { /** Of the original. */ size: Size; text: string },
): Usage {
  const asked = prompt + (schema === undefined ? '' : JSON.stringify(schema.schema));
  return {
    inputTokens: tokensOf(asked) + Math.ceil(sentPixels(size, image) / pixelsPerToken),
    outputTokens: tokensOf(text),
  };
}

function tokensOf(text: string): number {
  return Math.max(1, Math.ceil(text.length / charactersPerToken));
}

function sentPixels(size: Size, { detail, maxSide }: ImageOptions): number {
  const sent = fit(size, detail === 'original' ? undefined : maxSide);
  const pixels = area(sent);
  return detail === 'tiles' && sent.width < size.width ? pixels + area(tiledSize(size)) : pixels;
}

function area({ width, height }: Size): number {
  return width * height;
}
