import type { SchemaNode } from './schemaNode.ts';

const numberKeywords = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];
const formats = ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid'];

/** What strict mode takes of a node beside its type and its parts; the other limits go into the description. */
export function strictScalar(node: SchemaNode, types: readonly string[]): SchemaNode {
  const isNumber = types.includes('number') || types.includes('integer');
  const words = [
    ...(typeof node.description === 'string' ? [node.description.trim()] : []),
    ...limitsText(node),
  ].join(' ');
  return {
    ...(typeof node.title === 'string' ? { title: node.title } : {}),
    ...(words === '' ? {} : { description: words }),
    ...(isNumber ? picked(node, numberKeywords) : {}),
    ...(types.includes('array') ? picked(node, ['minItems', 'maxItems']) : {}),
    ...(types.includes('string') && isPlainPattern(node.pattern) ? { pattern: node.pattern } : {}),
    ...(types.includes('string') && formats.includes(String(node.format)) ? { format: node.format } : {}),
  };
}

function picked(node: SchemaNode, keywords: readonly string[]): SchemaNode {
  return Object.fromEntries(
    keywords.filter(keyword => typeof node[keyword] === 'number').map(keyword => [keyword, node[keyword]]),
  );
}

/** Strict mode's patterns know neither looking around nor back. */
function isPlainPattern(pattern: unknown): boolean {
  return typeof pattern === 'string' && !/\(\?|\\[1-9k]/.test(pattern.replaceAll('(?:', '('));
}

function limitsText({ minLength, maxLength, uniqueItems }: SchemaNode): string[] {
  return [
    ...(typeof minLength === 'number' && minLength > 0 ? [`At least ${minLength} characters.`] : []),
    ...(typeof maxLength === 'number' ? [`At most ${maxLength} characters.`] : []),
    ...(uniqueItems === true ? ['Nothing twice.'] : []),
  ];
}
