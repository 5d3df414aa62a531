import { open } from 'node:fs/promises';
import path from 'node:path';
import { systemCode, ValueError } from '../../base/errors.ts';
import { present } from '../../base/present.ts';
import { maxPromptFileBytes, readPromptFile } from '../../prompts/promptFile.ts';
import { maxSchemaBytes, promptSchema } from '../../prompts/promptSchema.ts';
import type { AnswerSchema } from '../../schema/answerSchema.ts';
import { UsageError } from '../usageError.ts';

/** What a prompt can be given by. */
export interface PromptValues {
  prompt?: string | undefined;
  promptFile?: string | undefined;
  provider?: string | undefined;
  model?: string | undefined;
}

/** What a prompt file says, where it is given; else the prompt that is. */
export interface GivenPrompt {
  prompt?: string;
  temperature?: number;
  form?: AnswerSchema;
  /** The model that the file names, where none was given. */
  target: { provider?: string; model?: string };
}

/**
 * Reads `--prompt-file`. A provider or a model that is given takes the place of the file's.
 * @throws {UsageError} {@link ValueError} where it cannot be used; nothing was asked by then.
 */
export async function givenPrompt(
  { prompt, promptFile: name, provider, model }: PromptValues,
  command: string,
): Promise<GivenPrompt> {
  if (name === undefined) return { ...present({ prompt }), target: {} };
  if (prompt !== undefined) throw new UsageError('Give either --prompt or --prompt-file, not both.', command);
  const file = await readPromptFile(await promptBytes(name), name);
  const form = await promptSchema(file, name, relative =>
    readAtMost(path.resolve(path.dirname(name), relative), maxSchemaBytes),
  );
  const isGiven = provider !== undefined || model !== undefined;
  return {
    prompt: file.prompt,
    ...present({ temperature: file.temperature, form }),
    target: isGiven ? {} : present({ provider: file.provider, model: file.model }),
  };
}

async function promptBytes(name: string): Promise<Uint8Array> {
  try {
    return await readAtMost(name, maxPromptFileBytes);
  } catch (cause) {
    throw new ValueError(`${name} cannot be read (${systemCode(cause) ?? 'no reason given'}).`, { cause });
  }
}

/** A file, or so much of it that it is seen to be larger than `most` bytes. */
async function readAtMost(file: string, most: number): Promise<Uint8Array> {
  const handle = await open(file);
  try {
    const bytes = Buffer.alloc(most + 1);
    let length = 0;
    for (;;) {
      const { bytesRead } = await handle.read(bytes, length, bytes.length - length);
      length += bytesRead;
      if (bytesRead === 0 || length === bytes.length) return bytes.subarray(0, length);
    }
  } finally {
    await handle.close();
  }
}
