import { readFile } from 'node:fs/promises';
import { present } from '../../base/present.ts';
import { systemCode, ValueError } from '../../base/errors.ts';
import type { AnswerSchema } from '../../schema/answerSchema.ts';
import { builtInSchemas } from '../../schema/builtInSchemas.ts';
import { decodedText } from '../input/decodedText.ts';
import { UsageError } from '../usageError.ts';

/** A form of answers that was given. */
export interface GivenSchema {
  schema: AnswerSchema;
  /** The prompt that goes with a built-in one. */
  prompt?: string;
  /** What every prompt must say of a vocabulary that is too long for the form. */
  words?: string;
}

/**
 * The form that `--schema` names, with the classes of `--classes` in it.
 * @throws {UsageError} {@link ValueError} where a file cannot be read or is no form.
 */
export async function givenSchema(
  name: string | undefined,
  classesFile: string | undefined,
): Promise<GivenSchema | undefined> {
  if (name === undefined) {
    if (classesFile === undefined) return undefined;
    throw new UsageError('--classes needs --schema, too.', 'describe');
  }
  const builtIn = builtInSchemas.find(({ id }) => id === name);
  const form = builtIn?.form ?? (await formIn(name));
  const prompt = builtIn === undefined ? {} : { prompt: builtIn.prompt };
  if (classesFile === undefined) {
    if (builtIn?.needsVocabulary ?? false)
      throw new UsageError(`--schema ${name} needs --classes, too.`, 'describe');
    return { schema: form, ...prompt };
  }
  const [{ classesFromDataYaml }, { withVocabulary }] = await Promise.all([
    import('../../schema/dataYaml.ts'),
    import('../../schema/vocabulary.ts'),
  ]);
  const classes = await classesFromDataYaml(await textIn(classesFile), classesFile);
  const { form: schema, words } = withVocabulary(form, classes);
  return { schema, ...prompt, ...present({ words }) };
}

async function formIn(file: string): Promise<AnswerSchema> {
  const { schemaFromText } = await import('../../schema/schemaFromText.ts');
  return (await schemaFromText(await textIn(file), file)).form;
}

async function textIn(file: string): Promise<string> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(file);
  } catch (cause) {
    const reason = systemCode(cause) ?? 'no reason given';
    const names = builtInSchemas.map(({ id }) => id).join(', ');
    throw new ValueError(`${file} cannot be read (${reason}). The built-in forms are ${names}.`, { cause });
  }
  try {
    return decodedText(bytes, { fatal: true });
  } catch (cause) {
    throw new ValueError(`${file} is no text in UTF-8.`, { cause, hint: 'Save it in UTF-8.' });
  }
}
