import { Ajv, type Options } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';

const options: Options = {
  // What is unknown or doubtful has been said by `checkSchema`, with its place.
  strict: false,
  allErrors: true,
  // Formats are hints to the model: no two validators agree on them.
  validateFormats: false,
  // A schema of references to references would grow beyond all bounds.
  inlineRefs: false,
  logger: false,
};

/**
 * The validator for a schema by what stands in its `$schema`; the newest draft without one, `undefined` for one that is
 * not known. This file brings ajv: it is imported with the first schema.
 */
export function validatorFor($schema: unknown): Ajv | Ajv2019 | Ajv2020 | undefined {
  const draft = typeof $schema === 'string' ? $schema : 'draft/2020-12';
  if (draft.includes('draft/2020-12')) return new Ajv2020(options);
  if (draft.includes('draft/2019-09')) return new Ajv2019(options);
  return /draft-0?[67]/.test(draft) ? new Ajv(options) : undefined;
}
