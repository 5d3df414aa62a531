import type { AskedPicture } from '../sight.ts';
import { lookAt } from '../sight.ts';
import type { DescribeOptions } from '../describe.ts';
import type { SchemaNode } from '../../../schema/schemaNode.ts';
import { fillForm } from './fillForm.ts';
import { knownField } from './knownField.ts';

/** An answer in the asked form, or the reason why there is none. */
export type FormAnswer = { text: string } | { refusal: string };

/** Fills in a form with the measures of the first picture: crops of it may follow. */
export async function describeInForm(
  form: SchemaNode,
  [asked]: readonly AskedPicture[],
  options: DescribeOptions,
): Promise<FormAnswer> {
  const sight = asked?.picture && lookAt({ ...asked, picture: asked.picture }, options);
  const outcome = await sight?.whole;
  if (outcome !== undefined && 'findings' in outcome) options.onFindings(0, outcome.findings);
  const measures = await sight?.measures;
  const filled = fillForm(form, field => measures && knownField(field, measures));
  if ('value' in filled) return { text: JSON.stringify(filled.value, null, 2) };
  return {
    refusal:
      `The offline describer measures images and recognises nothing in them, so it cannot fill in “${filled.unknown}”. ` +
      'To have it filled in, choose a model.',
  };
}
