import { gunzipSync } from 'node:zlib';
import { SaxesParser, type SaxesTagNS } from 'saxes';
import { Undecodable } from '../../decoders/raster.ts';
import { xmlText } from './xmlText.ts';
import { t } from '../../../base/l10n.ts';

/** Most bytes of XML that are parsed, after decompression. */
export const maxDrawingBytes = 32_000_000;

/** Most elements in a file. */
const maxElements = 200_000;

/** How deep elements may lie in each other. */
export const maxDepth = 200;

/** Most characters that entities may add. */
const maxEntityCharacters = 4_000_000;

/** An element of an SVG file, or of the HTML inside it. Names are local names, without a prefix. */
export interface DrawingElement {
  name: string;
  /** The vocabulary it belongs to. An element without a namespace counts as the vocabulary around it. */
  kind: 'svg' | 'html' | 'other';
  /** Attributes by local name, save `xml:space`, `xml:lang` and `xml:base`, which keep their prefix. */
  attributes: Map<string, string>;
  children: (DrawingElement | string)[];
}

/** A parsed file. */
export interface ParsedDrawing {
  root: DrawingElement;
  /** Addresses of style sheets that its processing instructions name. */
  styleSheets: string[];
}

/**
 * Parses an SVG file, compressed or not, in any encoding that it declares. Nothing outside of it is read: external entities
 * are errors, entities of its own are plain text.
 * @throws {Undecodable} where it is no well-formed SVG, or is too large.
 */
export function parseDrawing(bytes: Uint8Array): ParsedDrawing {
  const text = xmlText(unpack(bytes));
  const parser = new SaxesParser({ xmlns: true });
  const styleSheets: string[] = [];
  const open: DrawingElement[] = [];
  let root: DrawingElement | undefined;
  let elements = 0;
  const addText = (part: string): void => void open.at(-1)?.children.push(part);
  parser.on('error', error => {
    // Programs leave such prefixes behind; what carries one is not drawn anyway.
    if (!error.message.includes('unbound namespace prefix'))
      throw new Undecodable(
        root === undefined
          ? t('it is text, not an image')
          : t('it is an SVG drawing that is not well-formed XML'),
        { cause: error },
      );
  });
  parser.on('doctype', doctype => Object.assign(parser.ENTITIES, ownEntities(doctype, text)));
  parser.on('processinginstruction', ({ target, body }) => {
    if (target === 'xml-stylesheet') styleSheets.push(/href\s*=\s*["']([^"']{1,500})/.exec(body)?.[1] ?? '');
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('opentag', tag => {
    if (++elements > maxElements)
      throw new Undecodable(t('it has more than {maxElements} elements', { maxElements }), {
        tooLarge: true,
      });
    if (open.length >= maxDepth)
      throw new Undecodable(
        t('its elements are nested more than {maxDepth} deep', { maxDepth: String(maxDepth) }),
        { tooLarge: true },
      );
    const element = toElement(tag, open.at(-1));
    if (root === undefined && (element.kind !== 'svg' || element.name !== 'svg'))
      throw new Undecodable(t('it is text, not an image'));
    root ??= element;
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => void open.pop());
  parser.write(text).close();
  if (root === undefined) throw new Undecodable(t('it is text, not an image'));
  return { root, styleSheets };
}

function unpack(bytes: Uint8Array): Uint8Array {
  const tooLarge = new Undecodable(t('it has more than {maxDrawingBytes} bytes', { maxDrawingBytes }), {
    tooLarge: true,
  });
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) {
    if (bytes.byteLength > maxDrawingBytes) throw tooLarge;
    return bytes;
  }
  try {
    return gunzipSync(bytes, { maxOutputLength: maxDrawingBytes });
  } catch (cause) {
    if (cause instanceof RangeError) throw tooLarge;
    throw new Undecodable(t('its compressed data is damaged'), { cause });
  }
}

/** The entities that a document type declares as plain text; an Adobe program names the namespaces by them. */
function ownEntities(doctype: string, text: string): Record<string, string> {
  const entities: Record<string, string> = {};
  let longest = 0;
  for (const [, name = '', double, single] of doctype.matchAll(
    /<!ENTITY\s{1,9}([\w.-]{1,100})\s{1,9}(?:"([^"]{0,1000})"|'([^']{0,1000})')/g,
  )) {
    const value = double ?? single ?? '';
    if (/[&<%]/.test(value)) continue;
    entities[name] = value;
    longest = Math.max(longest, value.length);
  }
  let references = 0;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) references++;
  if (longest * references > maxEntityCharacters)
    throw new Undecodable(t('its entities expand to too much text'), { tooLarge: true });
  return entities;
}

function toElement(tag: SaxesTagNS, parent: DrawingElement | undefined): DrawingElement {
  const attributes = new Map<string, string>();
  for (const { prefix, local, value, uri } of Object.values(tag.attributes)) {
    if (prefix === 'xmlns' || local === 'xmlns') continue;
    if (prefix === 'xml') attributes.set(`xml:${local}`, value);
    else if (prefix === '') attributes.set(local, value);
    // Of two spellings of one reference the one without a prefix counts.
    else if (uri === xlink || (uri === '' && prefix === 'xlink'))
      if (!attributes.has(local)) attributes.set(local, value);
  }
  return { name: tag.local, kind: kindOf(tag, parent), attributes, children: [] };
}

const xlink = 'http://www.w3.org/1999/xlink';

function kindOf({ uri, prefix }: SaxesTagNS, parent: DrawingElement | undefined): DrawingElement['kind'] {
  if (uri === 'http://www.w3.org/2000/svg') return 'svg';
  if (uri === 'http://www.w3.org/1999/xhtml') return 'html';
  return uri === '' && prefix === '' ? (parent?.kind ?? 'svg') : 'other';
}
