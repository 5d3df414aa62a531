import ts from 'typescript';
import { parseSource, sourceFiles } from '../../../scripts/collectMessages.ts';

/** Functions whose texts a person reads. */
const shows =
  /^(?:show(?:Information|Warning|Message|Error)|with(?:Status)?Progress|orTold|requireTrust|announce|notify|whileWorking|SightlineError|ValueError)$/;

/** Members whose texts a person reads. */
const members =
  /^(?:title|placeHolder|placeholder|prompt|label|detail|description|tooltip|openLabel|saveLabel|hint|words|validationMessage)$/;

/** Attributes of pages whose texts a person reads. */
const attributes = /^(?:title|label|placeholder|alt|aria-label)$/;

/** What a person reads in the editor and its pages that is not a message, as `file: text`. */
export function plainWords(): string[] {
  return sourceFiles()
    .filter(file => /^src\/(?:editor|webview)\//.test(file))
    .flatMap(file => wordsIn(file));
}

function wordsIn(file: string): string[] {
  const source = parseSource(file);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const text = textOf(node);
    if (text !== undefined && isWords(text) && isRead(node)) found.push(`${file}: ${text}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function textOf(node: ts.Node): string | undefined {
  if (ts.isJsxText(node)) return node.text.trim();
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('{}');
}

/** A sentence, a title, or one capital word; no id, address or code. */
function isWords(text: string): boolean {
  return /[a-z]{2,}[,:]? [a-z]/i.test(text) || /^[A-Z][a-z]+[….:]?$/.test(text);
}

function isRead(node: ts.Node): boolean {
  if (ts.isJsxText(node)) return true;
  const parent = outward(node);
  if (ts.isJsxAttribute(parent)) return attributes.test(parent.name.getText());
  if (ts.isPropertyAssignment(parent)) return members.test(parent.name.getText()) && parent.name !== node;
  if (!ts.isCallExpression(parent) && !ts.isNewExpression(parent)) return false;
  const name = parent.expression.getText().split('.').at(-1) ?? '';
  return shows.test(name) && !/\blog\./.test(parent.expression.getText());
}

/** What a text is given to, past conditions and fallbacks. */
function outward(node: ts.Node): ts.Node {
  let parent = node.parent;
  while (
    ts.isConditionalExpression(parent) ||
    ts.isParenthesizedExpression(parent) ||
    ts.isJsxExpression(parent) ||
    (ts.isBinaryExpression(parent) && ['??', '||', '+'].includes(parent.operatorToken.getText()))
  )
    parent = parent.parent;
  return parent;
}
