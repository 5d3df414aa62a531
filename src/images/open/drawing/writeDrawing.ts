import type { DrawingElement } from './parseDrawing.ts';

/** A drawing as XML in UTF-8, without declaration, comments, instructions or entities. */
export function writeDrawing(root: DrawingElement): string {
  const parts: string[] = [];
  write(root, parts, ' xmlns="http://www.w3.org/2000/svg"');
  return parts.join('');
}

function write({ name, attributes, children }: DrawingElement, parts: string[], namespace = ''): void {
  parts.push(`<${name}${namespace}`);
  for (const [key, value] of attributes) parts.push(` ${key}="${escape(value)}"`);
  parts.push('>');
  for (const child of children)
    if (typeof child === 'string') parts.push(escape(child));
    else write(child, parts);
  parts.push(`</${name}>`);
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

function escape(text: string): string {
  return text.replace(/[&<>"\t\n\r]/g, character => escapes[character] ?? '');
}
