import { cleanStyle, type StyleContext } from './cleanStyle.ts';
import { lengthOf } from './drawingSize.ts';
import type { DrawingElement } from './parseDrawing.ts';

/** HTML that ends a line of text. */
const lineElements: ReadonlySet<string> = new Set(
  'address article aside blockquote br dd div dl dt fieldset h1 h2 h3 h4 h5 h6 hr li ol p pre section table tr ul'.split(
    ' ',
  ),
);

/** HTML that is more than text. */
const drawnHtml: ReadonlySet<string> = new Set(
  'audio canvas embed iframe img input math meter object picture progress select svg textarea video'.split(
    ' ',
  ),
);

/** HTML whose text is not shown. */
const hiddenHtml: ReadonlySet<string> = new Set(['head', 'noscript', 'script', 'style', 'template', 'title']);

/** Height of a line, and the mean width of a character, in sizes of the font. */
const lineHeight = 1.2;
const characterWidth = 0.55;

/** Most lines of one label. */
const maxLines = 200;

/**
 * The text of HTML inside a drawing, at about the place where a browser shows it: in the box of its `foreignObject`, or
 * where draw.io's styles put it.
 * @returns no label where there is no text; `hasMore` where there is more than text.
 */
export function drawnLabel(
  object: DrawingElement,
  context: StyleContext,
): { label?: DrawingElement; hasMore: boolean } {
  const reading: Reading = { lines: [''], style: new Map(), first: true, hasMore: false };
  read(object, reading);
  const { style, hasMore } = reading;
  const size = Math.min(1000, pixels(style.get('font-size')) ?? 16);
  const box = boxOf(object, style);
  const wraps = !/nowrap|^pre$/.test(style.get('white-space') ?? '') && box.width > 2 * size;
  const lines = reading.lines
    .map(line => line.replace(/\s+/g, ' ').trim())
    .filter(line => line !== '')
    .flatMap(line => (wraps ? wrapped(line, Math.max(1, box.width / (characterWidth * size))) : [line]))
    .slice(0, maxLines);
  if (lines.length === 0) return { hasMore };
  const step = lineHeight * size;
  const free = box.height - lines.length * step;
  const top = box.y + (box.vertical === 'start' ? 0 : box.vertical === 'end' ? free : free / 2);
  const x = box.x + { start: 0, middle: box.width / 2, end: box.width }[box.anchor];
  const attributes = new Map([
    ['font-family', 'sans-serif'],
    ['font-size', round(size)],
    ['text-anchor', box.anchor],
    ['fill', colourOf(style.get('color'), context)],
  ]);
  if (/bold|[6-9]00/.test(style.get('font-weight') ?? '')) attributes.set('font-weight', 'bold');
  const transform = object.attributes.get('transform');
  if (transform !== undefined) attributes.set('transform', transform);
  const children = lines.map((line, index): DrawingElement => {
    const place = new Map([
      ['x', round(x)],
      ['y', round(top + index * step + 0.92 * size)],
    ]);
    return { name: 'tspan', kind: 'svg', attributes: place, children: [line] };
  });
  return { label: { name: 'text', kind: 'svg', attributes, children }, hasMore };
}

interface Reading {
  lines: string[];
  /** Properties of the elements around the first text; the innermost one counts. */
  style: Map<string, string>;
  /** Whether no text has been met. */
  first: boolean;
  hasMore: boolean;
}

function read(element: DrawingElement, reading: Reading): void {
  for (const child of element.children) {
    if (typeof child === 'string') {
      reading.lines.push((reading.lines.pop() ?? '') + child);
      if (child.trim() !== '') reading.first = false;
      continue;
    }
    const { name } = child;
    if (child.kind === 'svg' && name === 'svg') reading.hasMore = true;
    if (drawnHtml.has(name)) reading.hasMore = true;
    if (drawnHtml.has(name) || hiddenHtml.has(name)) continue;
    if (reading.first) for (const [key, value] of declarationsOf(child)) reading.style.set(key, value);
    const ownLine = lineElements.has(name);
    if (ownLine) reading.lines.push('');
    else if (name === 'td' || name === 'th') reading.lines.push(`${reading.lines.pop() ?? ''} `);
    read(child, reading);
    if (ownLine) reading.lines.push('');
  }
}

/** Declarations of a `style` attribute; a font size of 0 only closes gaps. */
function declarationsOf({ attributes }: DrawingElement): [string, string][] {
  return (attributes.get('style') ?? '').split(';').flatMap((declaration): [string, string][] => {
    const colon = declaration.indexOf(':');
    const [key, value] = [
      declaration.slice(0, colon).trim().toLowerCase(),
      declaration.slice(colon + 1).trim(),
    ];
    return colon < 0 || (key === 'font-size' && pixels(value) === undefined) ? [] : [[key, value]];
  });
}

interface LabelBox {
  x: number;
  y: number;
  width: number;
  height: number;
  anchor: 'start' | 'middle' | 'end';
  vertical: 'start' | 'middle' | 'end';
}

function boxOf({ attributes }: DrawingElement, style: ReadonlyMap<string, string>): LabelBox {
  const anchor = placeOf(style.get('justify-content') ?? style.get('text-align'));
  const [width, height] = [lengthOf(attributes.get('width')), lengthOf(attributes.get('height'))];
  const [x, y] = [number(attributes.get('x')), number(attributes.get('y'))];
  if (width !== undefined && height !== undefined) return { x, y, width, height, anchor, vertical: 'middle' };
  return {
    x: x + (pixels(style.get('margin-left')) ?? 0),
    y: y + (pixels(style.get('padding-top')) ?? 0),
    width: pixels(style.get('width')) ?? 1,
    height: pixels(style.get('height')) ?? 1,
    anchor,
    vertical: placeOf(style.get('align-items')),
  };
}

function placeOf(value = ''): LabelBox['anchor'] {
  return /center/.test(value) ? 'middle' : /end|right/.test(value) ? 'end' : 'start';
}

function wrapped(line: string, most: number): string[] {
  const lines: string[] = [];
  for (const word of line.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= most)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function colourOf(value: string | undefined, context: StyleContext): string {
  const colour = cleanStyle(value ?? '', context).trim();
  return /^[#\w(),.%\s/-]{3,80}$/.test(colour) && !/url|inherit/.test(colour) ? colour : '#000000';
}

function pixels(value: string | undefined): number | undefined {
  return value === undefined ? undefined : lengthOf(value.replace(/!\s*important$/, '').trimEnd());
}

function number(value: string | undefined): number {
  const found = Number.parseFloat(value ?? '');
  return Number.isFinite(found) ? found : 0;
}

function round(value: number): string {
  return String(Math.round(value * 100) / 100);
}
