import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** As much of an OpenAPI document as is looked at. */
export interface ApiDocument {
  paths: Record<
    string,
    Record<string, { responses: Record<string, { content?: Record<string, { schema: object }> }> }>
  >;
  components?: object;
}

/** The public contract. */
export const contract = JSON.parse(
  readFileSync(new URL('../../fixtures/platform-contract.json', import.meta.url), 'utf8'),
) as ApiDocument;

/** Checks an answer; throws where it is not as the document says. */
export type AnswerCheck = (method: string, path: string, status: number, body: unknown) => void;

/**
 * Checks answers against a document's schemas. A failure whose status the document does not tell must have the shape of
 * its 401; a route that it does not know is not its business.
 */
export function checkAgainst(document: ApiDocument): AnswerCheck {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats(ajv);
  const compiled = new Map<object, ValidateFunction>();
  return (method, path, status, body) => {
    const route = Object.entries(document.paths).find(([template]) => matches(template, path))?.[1];
    const responses = route?.[method.toLowerCase()]?.responses;
    if (responses === undefined) return;
    const response = responses[status] ?? (status >= 400 ? responses['401'] : undefined);
    if (response === undefined)
      throw new Error(`${method} ${path} answers ${status}, which is not described.`);
    const schema = response.content?.['application/json']?.schema;
    if (schema === undefined) return;
    let validate = compiled.get(schema);
    if (validate === undefined)
      compiled.set(schema, (validate = ajv.compile({ ...schema, components: document.components })));
    if (!validate(body))
      throw new Error(
        `${method} ${path} ${status}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(body)}`,
      );
  };
}

function matches(template: string, path: string): boolean {
  const parts = template.split('/');
  const given = path.split('/');
  return (
    parts.length === given.length && parts.every((part, at) => part.startsWith('{') || part === given[at])
  );
}
