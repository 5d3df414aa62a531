import { tokenize, TokenType, type CSSToken } from '@csstools/css-tokenizer';
import { Undecodable } from '../../decoders/raster.ts';
import type { LeftOut } from './leftOut.ts';
import { t } from '../../../base/l10n.ts';

/** Custom properties by name, their values as tokens. */
export type Variables = ReadonlyMap<string, readonly CSSToken[]>;

/** Most characters that variables may unfold to in one file. */
const maxUnfolded = 2_000_000;

/** How often a variable may name another. */
const maxSteps = 16;

/** Functions that load an image, and none of which says where in a way that could be checked. */
const imageFunctions = new Set(['image', 'image-set', '-webkit-image-set', 'cross-fade', 'element', 'paint']);

/** What cleaning needs to know. */
export interface StyleContext {
  variables: Variables;
  leftOut: LeftOut;
  /** Characters that variables have unfolded to, over the whole file. */
  unfolded: { characters: number };
}

/**
 * CSS (a style sheet, declarations or the value of an attribute) in which every address is one inside the file: imports and
 * font files are left out, other addresses are `none`, variables are replaced by their values.
 */
export function cleanStyle(css: string, context: StyleContext): string {
  return cleanTokens(tokenize({ css }), context, 0);
}

/** Whether a value may hold what `cleanStyle` changes. */
export function mayHoldStyle(value: string): boolean {
  return /[(\\@]/.test(value);
}

/**
 * The custom properties that style sheets or a `style` attribute define outside of media queries. One that several rules
 * define differently, none of them for the whole file, is left out: which one counts is not told without a browser.
 */
export function definedVariables(css: string): Map<string, readonly CSSToken[]> {
  const found = new Map<string, { value: readonly CSSToken[]; general: boolean }>();
  const conflicting = new Set<string>();
  const tokens = tokenize({ css });
  const blocks: { general: boolean; conditional: boolean }[] = [];
  let prelude: CSSToken[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (token === undefined) break;
    const [type] = token;
    const next = skipBlank(tokens, at + 1);
    if (
      type === TokenType.Ident &&
      token[4].value.startsWith('--') &&
      tokens[next]?.[0] === TokenType.Colon
    ) {
      const end = endOfValue(tokens, next + 1);
      const { general = true, conditional = false } = blocks.at(-1) ?? {};
      const value = tokens.slice(skipBlank(tokens, next + 1), end);
      const name = token[4].value;
      const before = found.get(name);
      if (!conditional && (before === undefined || (general && !before.general)))
        found.set(name, { value, general });
      else if (!conditional && before !== undefined && before.general === general && !general)
        if (textOf(before.value) !== textOf(value)) conflicting.add(name);
      at = end - 1;
      continue;
    }
    if (type === TokenType.OpenCurly) {
      const words = textOf(prelude).trim();
      const outer = blocks.at(-1)?.conditional ?? false;
      blocks.push({
        general: /^(:root|svg|html|\*|:host)\b|^\*$/.test(words),
        conditional: outer || words.startsWith('@'),
      });
      prelude = [];
    } else if (type === TokenType.CloseCurly || type === TokenType.Semicolon) {
      if (type === TokenType.CloseCurly) blocks.pop();
      prelude = [];
    } else if (type !== TokenType.Comment) prelude.push(token);
  }
  return new Map(
    [...found].flatMap(([name, { value, general }]) =>
      general || !conflicting.has(name) ? [[name, value] as const] : [],
    ),
  );
}

function cleanTokens(tokens: readonly CSSToken[], context: StyleContext, steps: number): string {
  const parts: string[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (token === undefined) break;
    const [type, raw] = token;
    if (type === TokenType.Comment) parts.push(' ');
    else if (type === TokenType.BadURL || type === TokenType.BadString || type === TokenType.EOF) continue;
    else if (type === TokenType.URL) parts.push(inside(token[4].value, context));
    else if (type === TokenType.String) parts.push(/[()\\'"]/.test(token[4].value) ? '""' : raw);
    else if (type === TokenType.AtKeyword) {
      const name = token[4].value.toLowerCase();
      if (name !== 'import' && name !== 'namespace' && name !== 'font-face') {
        parts.push(raw);
        continue;
      }
      const end = endOfStatement(tokens, at + 1);
      if (name === 'import') context.leftOut.styleSheets.add(addressIn(tokens.slice(at + 1, end)));
      if (name === 'font-face') context.leftOut.ownFonts = true;
      at = end;
    } else if (type === TokenType.Function) {
      const end = endOfFunction(tokens, at + 1);
      const name = token[4].value.toLowerCase();
      const inner = tokens.slice(at + 1, end);
      if (name === 'url' || name === 'src') parts.push(inside(addressIn(inner), context));
      else if (imageFunctions.has(name)) parts.push('none');
      else if (name === 'var') parts.push(variable(inner, context, steps));
      else if (name === 'light-dark') parts.push(cleanTokens(inner.slice(0, commaIn(inner)), context, steps));
      else if (raw.includes('\\')) parts.push('none');
      else {
        parts.push(raw);
        continue;
      }
      at = end;
    } else parts.push(raw);
  }
  return parts.join('');
}

/** A reference within the file, or `none`. */
function inside(address: string, { leftOut }: StyleContext): string {
  if (/^#[^\s()'"\\]+$/.test(address)) return `url(${address})`;
  if (address !== '' && !/^data:/i.test(address)) leftOut.parts.add(address);
  return 'none';
}

function variable(inner: readonly CSSToken[], context: StyleContext, steps: number): string {
  const comma = commaIn(inner);
  const name = inner.find(token => token[0] === TokenType.Ident)?.[4].value ?? '';
  const value = context.variables.get(name) ?? (comma < inner.length ? inner.slice(comma + 1) : undefined);
  if (value === undefined || steps >= maxSteps) {
    context.leftOut.variables.add(name);
    return `var(${/^--[\w-]+$/.test(name) ? name : '--unknown'})`;
  }
  const text = cleanTokens(value, context, steps + 1).trim();
  context.unfolded.characters += text.length + 1;
  if (context.unfolded.characters > maxUnfolded)
    throw new Undecodable(t('its variables unfold to too much text'), { tooLarge: true });
  return text;
}

function addressIn(tokens: readonly CSSToken[]): string {
  for (const token of tokens)
    if (token[0] === TokenType.String || token[0] === TokenType.URL) return token[4].value.trim();
  return '';
}

function textOf(tokens: readonly CSSToken[]): string {
  return tokens.map(([, raw]) => raw).join('');
}

function skipBlank(tokens: readonly CSSToken[], at: number): number {
  while (tokens[at]?.[0] === TokenType.Whitespace || tokens[at]?.[0] === TokenType.Comment) at++;
  return at;
}

/** Where the first comma outside of parentheses stands; the length where there is none. */
function commaIn(tokens: readonly CSSToken[]): number {
  let depth = 0;
  const at = tokens.findIndex(([type]) => {
    depth += depthStep(type);
    return depth === 0 && type === TokenType.Comma;
  });
  return at < 0 ? tokens.length : at;
}

/** Where a declaration's value ends. */
function endOfValue(tokens: readonly CSSToken[], from: number): number {
  let depth = 0;
  for (let at = from; at < tokens.length; at++) {
    const type = tokens[at]?.[0];
    if (depth === 0 && (type === TokenType.Semicolon || type === TokenType.CloseCurly)) return at;
    depth += depthStep(type);
  }
  return tokens.length;
}

/** The parenthesis that closes a function. */
function endOfFunction(tokens: readonly CSSToken[], from: number): number {
  let depth = 1;
  for (let at = from; at < tokens.length; at++) {
    depth += depthStep(tokens[at]?.[0]);
    if (depth === 0) return at;
  }
  return tokens.length;
}

/** The semicolon or the brace that ends an at-rule. */
function endOfStatement(tokens: readonly CSSToken[], from: number): number {
  let depth = 0;
  for (let at = from; at < tokens.length; at++) {
    const type = tokens[at]?.[0];
    if (depth === 0 && type === TokenType.Semicolon) return at;
    depth += depthStep(type);
    if (type === TokenType.CloseCurly && depth <= 0) return at;
  }
  return tokens.length;
}

function depthStep(type: CSSToken[0] | undefined): -1 | 0 | 1 {
  if (type === TokenType.Function || type === TokenType.OpenParen || type === TokenType.OpenCurly) return 1;
  return type === TokenType.CloseParen || type === TokenType.CloseCurly ? -1 : 0;
}
