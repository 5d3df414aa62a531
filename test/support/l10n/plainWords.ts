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

/** What says in the shared rooms what went wrong, and what to do about it. */
const saysFaults =
  /^(?:\w*(?:SightlineError|ValueError|KeyError|DeniedError|RequiredError|LimitError|FileError)|RecognitionOff|Undecodable|readError|encodeError|notAService|refuse|saying|noImages|storeFailure|modelStoreFailure|keptFile|failed|wrong|make)$/;

/** Members of the shared rooms whose texts a person reads. */
const advice =
  /^(?:hint|sentence|refusal|fault|notice|note|help|goodFor|speed|reason|because|message|ownerOnly|rateLimited)$/;

/** The rooms that the editor shares with the command line, the service and the libraries. */
const shared =
  /^src\/(?:images|inference|platform|captioning|recognition|schema|relay|runs|prompts|base|protocol)\//;

/**
 * Parts of them that speak English everywhere: the models inside this process answer, and refuse, as servers do; what the
 * command line saves; the libraries.
 */
const english =
  /^src\/(?:inference\/(?:offline|thisMachine|wrapper)|platform\/(?:library|saved)|recognition\/(?:engine|words)|captioning\/process|base\/node)\/|^src\/(?:base\/libraryRemedies|platform\/connectHost|captioning\/models\/addFromFolder)\.ts$/;

/** What a person reads in the editor and its pages that is not a message, as `file: text`. */
export function plainWords(): string[] {
  return sourceFiles().flatMap(file => {
    if (/^src\/(?:editor|webview)\//.test(file)) return wordsIn(file, isRead);
    return shared.test(file) && !english.test(file) ? wordsIn(file, isSaid) : [];
  });
}

function wordsIn(file: string, isWanted: (node: ts.Node) => boolean): string[] {
  const source = parseSource(file);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const text = textOf(node);
    if (text !== undefined && isWords(text) && isWanted(node)) found.push(`${file}: ${text}`);
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

/** Whether a shared room says it to a person. */
function isSaid(node: ts.Node): boolean {
  const parent = outward(node);
  if (ts.isPropertyAssignment(parent)) return advice.test(parent.name.getText()) && parent.name !== node;
  if (!ts.isCallExpression(parent) && !ts.isNewExpression(parent)) return false;
  const called = parent.expression.getText();
  return saysFaults.test(called.split('.').at(-1) ?? '') || /\bnotes\.push$/.test(called);
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
