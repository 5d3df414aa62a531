import { fileFormatOf } from '../fileFormat.ts';
import { Undecodable } from '../../decoders/raster.ts';
import {
  cleanStyle,
  definedVariables,
  mayHoldStyle,
  type StyleContext,
  type Variables,
} from './cleanStyle.ts';
import { drawnLabel } from './drawnLabel.ts';
import { nothingLeftOut, type LeftOut } from './leftOut.ts';
import { parseDrawing, type DrawingElement, type ParsedDrawing } from './parseDrawing.ts';
import { writeDrawing } from './writeDrawing.ts';
import { looksLikeXml } from './xmlText.ts';
import { t } from '../../../base/l10n.ts';

/** The elements that are drawn, or say how; what else there is (scripts, animations, metadata, links to fonts) is left out. */
const drawnElements: ReadonlySet<string> = new Set(
  `svg g defs symbol use switch a image style path rect circle ellipse line polyline polygon text tspan textPath tref
  linearGradient radialGradient stop pattern clipPath mask marker filter view
  feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight
  feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset
  fePointLight feSpecularLighting feSpotLight feTile feTurbulence`.split(/\s+/),
);

/** Attributes that are no CSS, whatever they hold. */
const plainAttributes: ReadonlySet<string> = new Set([
  'class',
  'd',
  'gradientTransform',
  'id',
  'patternTransform',
  'points',
  'transform',
]);

/** Image formats that may stand inside an SVG. */
const embeddedFormats: ReadonlySet<string> = new Set(['png', 'jpeg', 'gif', 'webp']);

/** How deep SVG files may lie in each other. */
const maxFilesInEachOther = 3;

/** A drawing that names nothing outside itself. */
export interface CleanDrawing {
  root: DrawingElement;
  leftOut: LeftOut;
}

/**
 * Makes a drawing name nothing but what is inside it, whatever the program that draws it would open: references to other
 * files are removed, SVG files inside data URLs are cleaned the same way.
 * @throws {Undecodable} beyond the limits.
 */
export function cleanDrawing(
  { root, styleSheets }: ParsedDrawing,
  leftOut: LeftOut = nothingLeftOut(),
  depth = 1,
): CleanDrawing {
  for (const address of styleSheets) leftOut.styleSheets.add(address);
  const css = [...textsOf(root, 'style')].join('\n');
  const cleaner: Cleaner = {
    variables: definedVariables(css),
    leftOut,
    unfolded: { characters: 0 },
    depth,
  };
  return { root: cleanElement(root, cleaner), leftOut };
}

interface Cleaner extends StyleContext {
  /** How many SVG files this one lies in, itself included. */
  depth: number;
}

function cleanElement(element: DrawingElement, around: Cleaner): DrawingElement {
  const { name } = element;
  const style = element.attributes.get('style') ?? '';
  const cleaner = style.includes('--')
    ? { ...around, variables: merged(around.variables, definedVariables(style)) }
    : around;
  if (name === 'text') cleaner.leftOut.text = true;
  const attributes = new Map<string, string>();
  for (const [key, value] of element.attributes) {
    const clean = key === 'href' ? cleanReference(name, value, cleaner) : cleanAttribute(key, value, cleaner);
    if (clean !== undefined) attributes.set(key, clean);
  }
  const children =
    name === 'style'
      ? [cleanStyle(element.children.filter(child => typeof child === 'string').join(''), cleaner)]
      : (name === 'switch' ? chosenOf(element) : element.children).flatMap(child =>
          cleanChild(child, cleaner),
        );
  return { name, kind: 'svg', attributes, children };
}

function cleanChild(child: DrawingElement | string, cleaner: Cleaner): (DrawingElement | string)[] {
  if (typeof child === 'string') return [child];
  const { leftOut } = cleaner;
  if (child.name === 'foreignObject' && child.kind === 'svg') {
    const { label, hasMore } = drawnLabel(child, cleaner);
    if (hasMore) leftOut.html++;
    if (label !== undefined) {
      leftOut.labels++;
      leftOut.text = true;
    }
    return label === undefined ? [] : [label];
  }
  if (child.kind !== 'svg') {
    const href = child.attributes.get('href') ?? '';
    if (child.name === 'include') leftOut.parts.add(href);
    return [];
  }
  if (child.name === 'font-face' || child.name === 'font') leftOut.ownFonts = true;
  if (!drawnElements.has(child.name)) return [];
  const clean = cleanElement(child, cleaner);
  return child.name === 'image' && !clean.attributes.has('href') ? [] : [clean];
}

/** What of a `switch` is drawn: what asks for HTML, which is drawn as text here, and not what stands there instead of it. */
function chosenOf({ children }: DrawingElement): (DrawingElement | string)[] {
  const elements = children.filter(child => typeof child !== 'string');
  const chosen = elements.find(child =>
    child.name === 'foreignObject'
      ? /\S/.test(textIn(child))
      : needsHtml(child.attributes.get('requiredFeatures')),
  );
  return chosen === undefined ? elements.filter(child => child.name !== 'foreignObject') : [chosen];
}

function needsHtml(features = ''): boolean {
  return features.includes('#Extensibility');
}

function textIn(element: DrawingElement): string {
  return element.children.map(child => (typeof child === 'string' ? child : textIn(child))).join('');
}

function cleanAttribute(key: string, value: string, cleaner: Cleaner): string | undefined {
  if (key === 'xml:base' || key === 'src' || /^on/i.test(key)) return undefined;
  // Whoever wrote it has looked for a program that shows HTML; its text is drawn here.
  if (key === 'requiredFeatures' && needsHtml(value)) return undefined;
  return plainAttributes.has(key) || !mayHoldStyle(value) ? value : cleanStyle(value, cleaner);
}

/** A reference to a part of the file or to data inside it; undefined for every other. */
function cleanReference(element: string, value: string, cleaner: Cleaner): string | undefined {
  const { leftOut } = cleaner;
  const address = value.trim();
  if (element === 'a') return undefined;
  if (address.startsWith('#')) return element === 'image' ? undefined : address;
  if (address === '') return undefined;
  if (element !== 'image' && element !== 'feImage') {
    leftOut.parts.add(/^data:/i.test(address) ? t('a data URL') : address);
    return undefined;
  }
  if (!/^data:/i.test(address)) {
    leftOut.images.add(address);
    return undefined;
  }
  const clean = cleanData(address, cleaner);
  if (clean === undefined) leftOut.embedded++;
  return clean;
}

/** A data URL of an image that may be drawn; told by its bytes, as the program that draws it may do. */
function cleanData(url: string, { leftOut, depth }: Cleaner): string | undefined {
  const bytes = dataOf(url);
  if (bytes === undefined) return undefined;
  const format = fileFormatOf(bytes)?.id;
  if (format !== undefined && embeddedFormats.has(format))
    return `data:image/${format};base64,${bytes.toString('base64')}`;
  if (format === undefined ? !looksLikeXml(bytes) : format !== 'svg') return undefined;
  if (depth >= maxFilesInEachOther)
    throw new Undecodable(
      t('SVG files lie in each other more than {maxFilesInEachOther} deep', {
        maxFilesInEachOther: String(maxFilesInEachOther),
      }),
      {
        tooLarge: true,
      },
    );
  const { root } = cleanDrawing(parseDrawing(bytes), leftOut, depth + 1);
  return `data:image/svg+xml;base64,${Buffer.from(writeDrawing(root)).toString('base64')}`;
}

function dataOf(url: string): Buffer | undefined {
  const comma = url.indexOf(',');
  if (comma < 0 || comma > 500) return undefined;
  const data = url.slice(comma + 1);
  try {
    return /;\s*base64\s*$/i.test(url.slice(0, comma))
      ? Buffer.from(decodeURIComponent(data), 'base64')
      : Buffer.from(decodeURIComponent(data));
  } catch {
    return undefined;
  }
}

function merged(outer: Variables, inner: Variables): Variables {
  return inner.size === 0 ? outer : new Map([...outer, ...inner]);
}

function* textsOf(element: DrawingElement, name: string): Generator<string> {
  for (const child of element.children) {
    if (typeof child === 'string') {
      if (element.name === name) yield child;
    } else yield* textsOf(child, name);
  }
}
