import { sha256Of } from '../base/node/hash.ts';
import { imageValues, placeVariablesIn } from '../prompts/imageVariables.ts';
import type { RunPicture } from './runPicture.ts';

/**
 * What an answer is for: the content of a picture, together with what the prompt says of its place. Where the prompt says
 * nothing of it, which is usual, it is the content alone.
 * @param sha256 Of the file's bytes.
 * @returns 64 hexadecimal characters.
 */
export function askedContent(prompt: string, picture: RunPicture, sha256: string): string {
  const variables = placeVariablesIn(prompt);
  if (variables.length === 0) return sha256;
  const values = imageValues(picture);
  return sha256Of(JSON.stringify([sha256, variables.map(name => [name, values[name] ?? null])]));
}
