import { plainText } from '../plainText.ts';

/** Makes the packet to be written from the one that is there; `undefined` where that is better left alone. */
export type XmpEditor = (standing: string | undefined) => string | undefined;

/** What is written about a picture: Dublin Core's description and keywords, and IPTC's description writer. */
export interface XmpProperties {
  description: string;
  /** Absent or empty: keywords that are there are left as they are. */
  keywords?: readonly string[];
  /** Who wrote the description. */
  writer: string;
}

const namespaces = {
  dc: 'http://purl.org/dc/elements/1.1/',
  photoshop: 'http://ns.adobe.com/photoshop/1.0/',
  /** Of what earlier programs wrote in the place of the first. */
  tiff: 'http://ns.adobe.com/tiff/1.0/',
};

/** Characters of a packet that is looked into: more has no room in a JPEG file, and is more than programs write. */
const longestPacket = 65_536;

/** A whole XMP packet (ISO 16684-1), in UTF-8. */
export function xmpPacket(properties: XmpProperties): string {
  return `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="Sightline">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
${descriptionElement(properties)} </rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>
`;
}

/**
 * A packet that is there already, with these properties in place of its own; everything else in it stays.
 * @returns `undefined` where it is written in a way that this cannot be told for sure.
 */
export function withProperties(packet: string, properties: XmpProperties): string | undefined {
  const names = ['dc:description', 'photoshop:CaptionWriter', 'tiff:ImageDescription'];
  if ((properties.keywords ?? []).length > 0) names.push('dc:subject');
  if (packet.length > longestPacket || packet.split('</rdf:RDF>').length !== 2 || !usesUsualPrefixes(packet))
    return undefined;
  let rest = packet;
  for (const name of names) {
    const without = withoutProperty(rest, name);
    if (without === undefined) return undefined;
    rest = without;
  }
  return rest.replace('</rdf:RDF>', () => `${descriptionElement(properties)} </rdf:RDF>`);
}

/** The description in a packet, in its default language; `undefined` where there is none, or none that can be told. */
export function descriptionInXmp(packet: string): string | undefined {
  if (packet.length > longestPacket || !usesUsualPrefixes(packet)) return undefined;
  const attribute = /\sdc:description\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(packet);
  if (attribute !== null) return unescaped(attribute[1] ?? attribute[2] ?? '');
  const element = elementsOf(packet, 'dc:description')[0]?.content ?? '';
  const item = elementsOf(element, 'rdf:li').find(({ tag }) =>
    /xml:lang\s*=\s*["']x-default["']/.test(tag),
  )?.content;
  return item === undefined || item.includes('<') ? undefined : unescaped(item);
}

function descriptionElement({ description, keywords = [], writer }: XmpProperties): string {
  const subject = keywords.map(word => `     <rdf:li>${escaped(word)}</rdf:li>\n`).join('');
  return `  <rdf:Description rdf:about="" xmlns:dc="${namespaces.dc}" xmlns:photoshop="${namespaces.photoshop}">
   <dc:description>
    <rdf:Alt>
     <rdf:li xml:lang="x-default">${escaped(description)}</rdf:li>
    </rdf:Alt>
   </dc:description>
${subject === '' ? '' : `   <dc:subject>\n    <rdf:Bag>\n${subject}    </rdf:Bag>\n   </dc:subject>\n`}   <photoshop:CaptionWriter>${escaped(writer)}</photoshop:CaptionWriter>
  </rdf:Description>
`;
}

/** Whether the prefixes mean what they mean nearly everywhere, and nothing else means the same. */
function usesUsualPrefixes(packet: string): boolean {
  const usual: Record<string, string> = namespaces;
  return [...packet.matchAll(/\sxmlns:([\w.-]+)\s*=\s*["']([^"']*)["']/g)].every(
    ([, prefix = '', uri = '']) =>
      prefix in usual ? usual[prefix] === uri : !Object.values(usual).includes(uri),
  );
}

/** Without a property, whether it is an element or an attribute; `undefined` where it is there more than once. */
function withoutProperty(packet: string, name: string): string | undefined {
  const attribute = new RegExp(`\\s${name}\\s*=\\s*(?:"[^"]*"|'[^']*')`, 'g');
  const elements = elementsOf(packet, name);
  const attributes = packet.match(attribute) ?? [];
  if (elements.length + attributes.length > 1) return undefined;
  const [element] = elements;
  if (element === undefined) return packet.replace(attribute, '');
  let { from, to } = element;
  while (' \t'.includes(packet.charAt(from - 1) || '-')) from--;
  while (' \t'.includes(packet.charAt(to) || '-')) to++;
  if (packet[to] === '\n') to++;
  return packet.slice(0, from) + packet.slice(to);
}

/** An element, from its first character to behind its last one. */
interface Element {
  from: number;
  to: number;
  /** Its opening tag. */
  tag: string;
  content: string;
}

/** The elements of a name, without those within others of the same name. Looks at each character once. */
function elementsOf(xml: string, name: string): Element[] {
  const found: Element[] = [];
  for (let from = xml.indexOf(`<${name}`); from !== -1; from = xml.indexOf(`<${name}`, from + 1)) {
    if (!/[\s/>]/.test(xml.charAt(from + name.length + 1))) continue;
    const tagEnd = xml.indexOf('>', from);
    if (tagEnd === -1) break;
    const tag = xml.slice(from, tagEnd + 1);
    const close = tag.endsWith('/>') ? tagEnd : xml.indexOf(`</${name}`, tagEnd);
    const end = xml.indexOf('>', close);
    if (close === -1 || end === -1) break;
    found.push({ from, to: end + 1, tag, content: xml.slice(tagEnd + 1, Math.max(close, tagEnd + 1)) });
    from = end;
  }
  return found;
}

const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '=': '&#61;', '\r': '&#13;' };

/**
 * Characters that no XML document may hold become the mark for what cannot be shown. `=` is spelled out, so that nothing in a
 * text looks like an attribute to what reads a packet without an XML parser, as this file does.
 */
function escaped(text: string): string {
  return plainText(text)
    .replace(/[\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>=\r]/g, mark => marks[mark] ?? mark);
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text.replace(/&(#x[\da-f]+|#\d+|\w+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return entities[name] ?? whole;
    const code = name[1] === 'x' || name[1] === 'X' ? parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
