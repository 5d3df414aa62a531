import { readFile } from 'node:fs/promises';
import { present } from '../../base/present.ts';
import { systemCode, ValueError } from '../../base/errors.ts';
import { nearest } from '../../base/nearest.ts';
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
 * @param usual The one in force where none is named.
 * @throws {UsageError} {@link ValueError} where a file cannot be read or is no form.
 */
export async function givenSchema(
  name: string | undefined,
  classesFile: string | undefined,
  usual?: AnswerSchema,
): Promise<GivenSchema | undefined> {
  if (name === undefined) {
    if (classesFile === undefined) return usual && { schema: usual };
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
  const classes = await classesFromDataYaml(
    await textIn(classesFile, 'The file of --classes is the data.yaml of a dataset.'),
    classesFile,
  );
  const { form: schema, words } = withVocabulary(form, classes);
  return { schema, ...prompt, ...present({ words }) };
}

async function formIn(file: string): Promise<AnswerSchema> {
  const { schemaFromText } = await import('../../schema/schemaFromText.ts');
  const names = builtInSchemas.map(({ id }) => id);
  const meant = nearest(file, names);
  const hint = [
    ...(meant === undefined ? [] : [`Did you mean ${meant}?`]),
    `Built-in schemas: ${names.join(', ')}.`,
  ].join(' ');
  return (await schemaFromText(await textIn(file, hint), file)).form;
}

async function textIn(file: string, hint: string): Promise<string> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(file);
  } catch (cause) {
    const reason = systemCode(cause) ?? 'no reason given';
    throw new ValueError(`${file} cannot be read (${reason}).`, { cause, hint });
  }
  try {
    return decodedText(bytes, { fatal: true });
  } catch (cause) {
    throw new ValueError(`${file} is not UTF-8 text.`, { cause, hint: 'Save it as UTF-8.' });
  }
}
