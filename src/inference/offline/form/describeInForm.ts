import { present } from '../../../base/present.ts';
import type { Findings } from '../../../recognition/findings.ts';
import { isEmpty, statedFindings } from '../../../recognition/stated.ts';
import type { SchemaNode } from '../../../schema/schemaNode.ts';
import { captionOptions, plainSentence } from '../captionOf.ts';
import type { DescribeOptions } from '../describe.ts';
import { judgeKind } from '../judgeKind.ts';
import type { Measures } from '../measure.ts';
import { lookAt, type AskedPicture } from '../sight.ts';
import { fillForm } from './fillForm.ts';
import { foundField, labelsOf, type Found } from './foundField.ts';
import { plainName, type Known, type Knows } from './known.ts';
import { knownField } from './knownField.ts';

/** An answer in the asked form, or the reason why there is none. */
export type FormAnswer = { text: string } | { refusal: string };

/** Fills in a form with what was found and measured in the first picture: crops of it may follow. */
export async function describeInForm(
  form: SchemaNode,
  [asked]: readonly AskedPicture[],
  options: DescribeOptions,
): Promise<FormAnswer> {
  const sight = asked?.picture && lookAt({ ...asked, picture: asked.picture }, options);
  const outcome = await sight?.whole;
  const measures = await sight?.measures;
  const findings = outcome !== undefined && 'findings' in outcome ? outcome.findings : undefined;
  if (findings !== undefined) options.onFindings(0, findings);
  const filled = fillForm(form, measures === undefined ? () => undefined : knowing(measures, findings));
  if ('value' in filled) return { text: JSON.stringify(filled.value, null, 2) };
  const fault = outcome !== undefined && 'fault' in outcome ? `${outcome.fault} ` : '';
  return {
    refusal: `${fault}The offline describer cannot fill in “${filled.unknown}”. To have it filled in, choose a model.`,
  };
}

/** What is known of the fields of a form: what was found goes before what was measured. */
function knowing(measures: Measures, findings: Findings | undefined): Knows {
  if (findings === undefined) return field => knownField(field, measures);
  const kind = judgeKind(measures, findings);
  const stated = statedFindings(findings, kind);
  const found: Found = {
    stated,
    plain: isEmpty(stated) ? plainSentence(measures) : undefined,
    caption: captionOptions(measures, kind, 'caption'),
  };
  return field =>
    together(plainName(field), found, measures) ?? foundField(field, found) ?? knownField(field, measures);
}

/** Fields to which both have something to add. */
function together(name: string, found: Found, measures: Measures): Known | undefined {
  const measured = knownField(name, measures);
  if (name === 'tags' || name === 'keywords')
    return { list: [...labelsOf(found.stated), ...(measured?.list ?? [])] };
  if (name === 'description' || name === 'longdescription') {
    const caption = foundField('caption', found)?.sentences ?? [];
    // The first of the measured ones tells the kind of image, as the caption does.
    return present({ sentences: [...caption, ...(measured?.sentences?.slice(1) ?? [])] });
  }
  return undefined;
}
