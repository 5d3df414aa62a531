import type { Remedy } from '../../base/remedies.ts';
import { isAboutModel, type ProviderFault } from '../faults/providerFault.ts';
import type { RequestBody } from './request.ts';
import type { ApiFormat } from './apiFormat.ts';
import { isNode, type SchemaNode } from '../../schema/schemaNode.ts';

/** A way in which a request departs from its usual form, because a server would not take that. */
export type Adaptation =
  | 'chatInstead'
  | 'otherLengthField'
  | 'noTemperature'
  | 'noTopP'
  | 'noStreamUsage'
  /** The schema of an answer goes out as the person wrote it, not as strict mode wants it. */
  | 'notStrict'
  /** Only JSON is asked for by the API's means, its form in words. */
  | 'jsonObject'
  /** The form is asked for in words alone. */
  | 'noStructuredOutput';

/** A request that a server refused. */
export interface RefusedRequest {
  api: ApiFormat;
  body: RequestBody;
}

/** How to get an answer from a server that refused: when it applies, and what the person is told. */
export interface Recovery {
  adaptation: Adaptation;
  applies(fault: ProviderFault, request: RefusedRequest): boolean;
  notice?: string;
  /** How the person would have it from the start. */
  remedy?: Remedy;
}

/** The usage at the end of a chat stream is asked for by a field that old servers do not know. */
export const withoutStreamUsage: Recovery = {
  adaptation: 'noStreamUsage',
  applies: (fault, { body }) =>
    'stream_options' in body && isRefusal(fault) && names(fault, 'stream_options'),
};

/** All of them. Each is tried once for a question; what helped is remembered by `learned.ts`. */
export const recoveries: readonly Recovery[] = [
  {
    // Servers that speak only chat answer 404, 405 or 501. One that does not know the model would not know it there.
    adaptation: 'chatInstead',
    applies: (fault, { api }) =>
      api === 'responses' && [404, 405, 501].includes(fault.status ?? 0) && !isAboutModel(fault),
    notice: 'This server does not offer the Responses API, so the question went to Chat Completions.',
    remedy: { kind: 'chooseApiFormat' },
  },
  {
    adaptation: 'otherLengthField',
    applies: (fault, { body }) =>
      ['max_tokens', 'max_completion_tokens'].some(field => field in body && refusesParameter(fault, field)),
  },
  {
    adaptation: 'noTemperature',
    applies: (fault, { body }) => 'temperature' in body && refusesParameter(fault, 'temperature'),
    notice: 'This model does not take the temperature that is set; the answer was made without it.',
  },
  {
    adaptation: 'noTopP',
    applies: (fault, { body }) => 'top_p' in body && refusesParameter(fault, 'top_p'),
    notice: 'This model does not take the top-p value that is set; the answer was made without it.',
  },
  withoutStreamUsage,
  {
    adaptation: 'notStrict',
    applies: (fault, { body }) =>
      isStrict(body) && isAboutForm(fault) && /strict|invalid[_ ](?:json[_ ])?schema/i.test(wordsOf(fault)),
  },
  {
    adaptation: 'jsonObject',
    applies: (fault, { body }) => formatOf(body)?.type === 'json_schema' && isAboutForm(fault),
    notice:
      'This server does not take a form for its answers; it was asked for in words and is checked here.',
  },
  {
    // Always after the one before, which has told the person.
    adaptation: 'noStructuredOutput',
    applies: (fault, { body }) => formatOf(body)?.type === 'json_object' && isAboutForm(fault),
  },
];

/** How the answer's form is asked for, in either API. */
function formatOf({ text, response_format }: RequestBody): SchemaNode | undefined {
  const format = isNode(text) ? text.format : response_format;
  return isNode(format) ? format : undefined;
}

function isStrict(body: RequestBody): boolean {
  const format = formatOf(body);
  return format?.strict === true || (isNode(format?.json_schema) && format.json_schema.strict === true);
}

/** Servers name the field, the kind of format, or the machinery behind it (grammars, guided decoding). */
function isAboutForm(fault: ProviderFault): boolean {
  return (
    (isRefusal(fault) || fault.status === 501) &&
    /response[_ ]?format|json[_ ]?(?:schema|object|mode|output)|structured[_ -]?output|text\.format|schema|grammar|guided/i.test(
      wordsOf(fault),
    )
  );
}

function wordsOf({ code, param, reason }: ProviderFault): string {
  return [code, param, reason].filter(Boolean).join(' ');
}

function isRefusal({ status }: ProviderFault): boolean {
  return status === 400 || status === 422;
}

/**
 * Whether the server will not take the parameter at all. A value out of its range is the person's to mend: dropping it
 * would hide the mistake.
 */
function refusesParameter(fault: ProviderFault, name: string): boolean {
  if (!isRefusal(fault) || !names(fault, name)) return false;
  if (fault.code?.startsWith('unsupported') || fault.code?.startsWith('unknown_parameter')) return true;
  return !/too (?:large|small|high|low)|at (?:most|least)|(?:less|greater) than|between|range|maximum|minimum|exceed/i.test(
    fault.reason,
  );
}

function names({ param, reason }: ProviderFault, name: string): boolean {
  return param === name || new RegExp(`(?<![a-z_])${name}(?![a-z_])`, 'i').test(`${param ?? ''} ${reason}`);
}
