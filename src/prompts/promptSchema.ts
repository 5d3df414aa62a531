import { SightlineError } from '../base/errors.ts';
import type { AnswerSchema } from '../schema/answerSchema.ts';
import { builtInSchemas } from '../schema/builtInSchemas.ts';
import { PromptFileError, type PromptFile } from './promptFile.ts';
import { t } from '../base/l10n.ts';

/** Largest file of a schema, bytes. */
export const maxSchemaBytes = 1_000_000;

/**
 * The form that a prompt file names.
 * @param file as the messages name it.
 * @param read The file at a path relative to the prompt file, at most {@link maxSchemaBytes} of it.
 * @throws {PromptFileError} with the line that names what cannot be used.
 */
export async function promptSchema(
  { schema, schemaLine = 1 }: PromptFile,
  file: string,
  read: (path: string) => Promise<Uint8Array>,
): Promise<AnswerSchema | undefined> {
  if (schema === undefined) return undefined;
  const refuse = (reason: string, cause?: unknown): never => {
    throw new PromptFileError(file, schemaLine, reason, cause);
  };
  const builtIn = builtInSchemas.find(({ id }) => id === schema);
  if (builtIn?.needsVocabulary === true)
    return refuse(t('The schema {schema} needs classes. Name a file with a schema instead.', { schema }));
  if (builtIn !== undefined) return builtIn.form;
  if (!/\.[a-z0-9]+$/i.test(schema))
    return refuse(
      t('There is no schema "{schema}". Name a file, or one of: {names}.', {
        schema,
        names: builtInSchemas.map(({ id }) => id).join(', '),
      }),
    );
  if (!isBeside(schema)) return refuse(t('"schema" must be a path relative to this file.'));
  const bytes = await read(schema).catch((cause: unknown) =>
    refuse(
      cause instanceof SightlineError ? cause.message : t('{schema} cannot be read.', { schema }),
      cause,
    ),
  );
  if (bytes.byteLength > maxSchemaBytes) return refuse(t('{schema} is too large.', { schema }));
  const { schemaFromText } = await import('../schema/schemaFromText.ts');
  try {
    return (await schemaFromText(new TextDecoder().decode(bytes), schema)).form;
  } catch (cause) {
    return refuse(
      cause instanceof SightlineError ? cause.message : t('{schema} cannot be used.', { schema }),
      cause,
    );
  }
}

function isBeside(path: string): boolean {
  return !/^[\\/]|^[a-z][a-z\d+.-]*:/i.test(path);
}
