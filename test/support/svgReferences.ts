import { gzipSync } from 'node:zlib';

/** SVG files that name something outside themselves, each in another way, for each of the addresses. */
export function svgReferences(addresses: readonly string[]): Record<string, Buffer> {
  return Object.fromEntries(
    addresses.flatMap((address, index) =>
      Object.entries(ways(address)).map(([way, file]) => [`${way} ${index}`, Buffer.from(file)] as const),
    ),
  );
}

const head =
  'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:q="http://www.w3.org/1999/xlink" viewBox="0 0 64 64"';
const whole = 'width="64" height="64"';

function svg(body: string, before = ''): string {
  return `${before}<svg ${head}>${body}</svg>`;
}

function ways(address: string): Record<string, string | Buffer> {
  const image = `<image ${whole} href="${address}"/>`;
  const rect = (attributes: string): string => `<rect ${whole} fill="#00f" ${attributes}/>`;
  const characters = Array.from(address, character => `&#${character.codePointAt(0) ?? 0};`).join('');
  const data = (mime: string, inner: string): string =>
    svg(`<image ${whole} href="data:${mime};base64,${Buffer.from(inner).toString('base64')}"/>`);
  return {
    href: svg(image),
    xlink: svg(`<image ${whole} xlink:href="${address}"/>`),
    'own prefix': svg(`<image ${whole} q:href="${address}"/>`),
    'both spellings': svg(`<image ${whole} href="#a" xlink:href="${address}"/>`),
    'blanks around': svg(`<image ${whole} href=" \n${address} "/>`),
    characters: svg(`<image ${whole} href="${characters}"/>`),
    'prefix for all': `<s:svg xmlns:s="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><s:image ${whole} href="${address}"/></s:svg>`,
    'inner entity': svg(`<image ${whole} href="&a;"/>`, `<!DOCTYPE svg [<!ENTITY a "${address}">]>`),
    'outer entity': svg('&a;', `<!DOCTYPE svg [<!ENTITY a SYSTEM "${address}">]>`),
    'outer document type': svg(rect(''), `<!DOCTYPE svg SYSTEM "${address}">`),
    'default attribute': svg(
      `<image ${whole}/>`,
      `<!DOCTYPE svg [<!ATTLIST image href CDATA "${address}">]>`,
    ),
    'style sheet': svg(rect(''), `<?xml-stylesheet type="text/css" href="${address}"?>`),
    import: svg(`<style>@import url("${address}");</style>${rect('')}`),
    'import in CDATA': svg(`<style><![CDATA[@\\69mport "${address}";]]></style>${rect('')}`),
    'font face': svg(
      `<style>@font-face{font-family:x;src:url(${address})}</style><text y="40" font-family="x">a</text>`,
    ),
    'fill in style': svg(rect(`style="fill:url(${address})"`)),
    'fill with escapes': svg(rect(`style="fill:u\\72l(${address})"`)),
    filter: svg(rect(`filter="url(${address}#f)"`)),
    mask: svg(rect(`mask="url('${address}#m')"`)),
    'filter image': svg(
      `<filter id="f" x="0" y="0" width="1" height="1"><feImage href="${address}"/></filter>${rect('filter="url(#f)"')}`,
    ),
    use: svg(`<use href="${address}#a"/>`),
    'pattern of another': svg(`<pattern id="p" href="${address}#p"/><rect ${whole} fill="url(#p)"/>`),
    'image in a pattern': svg(
      `<pattern id="p" width="1" height="1">${image}</pattern><rect ${whole} fill="url(#p)"/>`,
    ),
    'text of another': svg(
      `<text y="40"><tref href="${address}#t"/><textPath href="${address}#t">a</textPath></text>`,
    ),
    include: svg(`<i:include xmlns:i="http://www.w3.org/2001/XInclude" href="${address}" parse="text"/>`),
    html: svg(
      `<foreignObject ${whole}><img xmlns="http://www.w3.org/1999/xhtml" src="${address}"/></foreignObject>`,
    ),
    base: `<svg ${head} xml:base="${address.slice(0, address.lastIndexOf('/') + 1)}"><image ${whole} href="${address.slice(address.lastIndexOf('/') + 1)}"/></svg>`,
    'SVG inside': data('image/svg+xml', svg(image)),
    'SVG inside, named PNG': data('image/png', svg(image)),
    'SVG inside, compressed': svg(
      `<image ${whole} href="data:image/svg+xml;base64,${gzipSync(svg(image)).toString('base64')}"/>`,
    ),
    'SVG inside, as text': svg(
      `<image ${whole} href="data:image/svg+xml,${encodeURIComponent(svg(image))}"/>`,
    ),
    compressed: gzipSync(svg(image)),
    'UTF-16': Buffer.from(`\ufeff${svg(image)}`, 'utf16le'),
    'UTF-16 without a mark': Buffer.from(svg(image), 'utf16le'),
    'UTF-16, the other way': Buffer.from(`\ufeff${svg(image)}`, 'utf16le').swap16(),
  };
}
