import type { AnySchema, ErrorObject, ValidateFunction } from 'ajv';
import type { SchemaNode } from '../../inference/schemaNode.ts';

/** Milliseconds for making a check of a schema, and for one check. */
export const checkTimes = { compile: 3000, check: 1000 } as const;

/** A draft's validator, as far as it is used here. */
export interface Validator {
  compile: (schema: AnySchema) => ValidateFunction;
  validateSchema: (schema: AnySchema) => unknown;
  errors?: ErrorObject[] | null | undefined;
}

const options = {
  // What is unknown or doubtful has been said by `checkSchema`, with its place.
  strict: false,
  allErrors: true,
  // Formats are hints to the model: no two validators agree on them.
  validateFormats: false,
  // A schema of references to references would grow beyond all bounds.
  inlineRefs: false,
  logger: false,
} as const;

/** The drafts that are read, by what stands in `$schema`; without one it is the newest. */
export async function validatorFor({ $schema }: SchemaNode): Promise<Validator | undefined> {
  const draft = typeof $schema === 'string' ? $schema : 'draft/2020-12';
  if (draft.includes('draft/2020-12')) return new (await import('ajv/dist/2020.js')).Ajv2020(options);
  if (draft.includes('draft/2019-09')) return new (await import('ajv/dist/2019.js')).Ajv2019(options);
  if (/draft-0?[67]/.test(draft)) return new (await import('ajv')).Ajv(options);
  return undefined;
}
