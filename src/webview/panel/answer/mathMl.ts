import temml from 'temml';

/** An element of MathML: only names, attributes and styles that are on the lists here. */
export interface MathElement {
  name: string;
  attributes: Record<string, string>;
  style: Record<string, string>;
  children: (MathElement | string)[];
}

const elements = new Set(
  (
    'math menclose mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace msqrt mstyle ' +
    'msub msubsup msup mtable mtd mtext mtr munder munderover none'
  ).split(' '),
);

/** No address, no name of an element, no colour: formulas are read in every theme. */
const attributes = new Set(
  (
    'accent accentunder columnalign columnspan depth display displaystyle fence form height largeop linethickness lspace ' +
    'mathsize mathvariant maxsize minsize movablelimits notation rspace rowspan scriptlevel separator stretchy symmetric ' +
    'voffset width'
  ).split(' '),
);

const styles = new Set(
  (
    'border borderBottom borderLeft borderRight borderTop display fontStyle fontWeight height marginLeft mathDepth padding ' +
    'paddingBottom paddingLeft paddingRight paddingTop textAlign width'
  ).split(' '),
);

/** More than this is no formula that a person reads: elements in all, and inside each other. */
const mostElements = 2000;
const deepest = 60;

/** Lengths that TeX may ask for: a formula does not lie over other text. `em` and `ex`; other units. */
const longestLength = { em: 20, other: 200 };

/** A formula that is not drawn: its source stays. */
class NotDrawn extends Error {}

/**
 * TeX as MathML, for a line of its own or within text. Undefined where it is wrong or too large, or asks for what a
 * formula has no need of: addresses, images, HTML.
 */
export function mathMl(tex: string, display: boolean): MathElement | undefined {
  try {
    const tree: unknown = temml.__renderToMathMLTree(tex, {
      displayMode: display,
      throwOnError: true,
      strict: false,
      trust: false,
      maxSize: [longestLength.em, longestLength.other],
      maxExpand: 100,
      macros: {},
    });
    return drawn(tree);
  } catch {
    // Besides its own errors it throws what a wrong formula makes of it, a full stack among them.
    return undefined;
  }
}

/** The tree that the library made, as far as it is on the lists. */
function drawn(tree: unknown): MathElement {
  let count = 0;
  const draw = (node: unknown, depth: number): (MathElement | string)[] => {
    if (++count > mostElements || depth > deepest) throw new NotDrawn();
    const { type, text, children = [], classes = [], ...rest } = node as LibraryNode;
    if (text !== undefined) return [text];
    const inner = children.flatMap(child => draw(child, depth + 1));
    // A fragment is what is in it.
    if (type === undefined) return inner;
    if (!elements.has(type)) throw new NotDrawn(type);
    const own = listed(rest.attributes, attributes);
    const named = classes.filter(Boolean).join(' ');
    if (named !== '') own['class'] = named;
    return [{ name: type, attributes: own, style: listed(rest.style, styles), children: inner }];
  };
  const [root, ...more] = draw(tree, 0);
  if (typeof root !== 'object' || root.name !== 'math' || more.length > 0) throw new NotDrawn();
  return root;
}

/** What the library's tree is made of: elements, texts and fragments. */
interface LibraryNode {
  type?: string;
  text?: string;
  children?: unknown[];
  classes?: string[];
  attributes?: Record<string, LibraryValue>;
  style?: Record<string, LibraryValue>;
}

type LibraryValue = string | number | boolean | undefined;

function listed(
  values: Record<string, LibraryValue> = {},
  list: ReadonlySet<string>,
): Record<string, string> {
  const kept = Object.entries(values).flatMap(([name, value]) =>
    list.has(name) && value !== undefined ? [[name, String(value)] as const] : [],
  );
  for (const [, value] of kept) if (!value.split(' ').every(isBounded)) throw new NotDrawn(value);
  return Object.fromEntries(kept);
}

/** Whether a word of a value is no length, or one within the limits; and no function, such as an address. */
function isBounded(word: string): boolean {
  if (word.includes('(')) return false;
  const length = Math.abs(Number.parseFloat(word));
  const limit = word.endsWith('em') || word.endsWith('ex') ? longestLength.em : longestLength.other;
  return Number.isNaN(length) || length <= limit;
}
