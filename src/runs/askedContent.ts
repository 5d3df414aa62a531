import { sha256Of } from '../base/node/hash.ts';
import { imageValues, placeVariablesIn } from '../prompts/imageVariables.ts';
import type { RunPicture } from './runPicture.ts';

/** What an answer about a picture with this content, the SHA-256 of its file's bytes, is for: 64 hexadecimal characters. */
export type AskedOf = (picture: RunPicture, sha256: string) => string;

/**
 * What answers to a prompt are for: the content of a picture, together with what the prompt says of its place. Where the prompt
 * says nothing of it, which is usual, it is the content alone.
 */
export function askedContent(prompt: string): AskedOf {
  const variables = placeVariablesIn(prompt);
  if (variables.length === 0) return (_picture, sha256) => sha256;
  return (picture, sha256) => {
    const values = imageValues(picture);
    return sha256Of(JSON.stringify([sha256, variables.map(name => [name, values[name] ?? null])]));
  };
}
