/** An image or a link of a Markdown text; the texts within are our own, where neither holds brackets. */
const linkOrImage = /(!?)\[([^[\]]*)\]\(([^()\s]+)\)/g;

/** Whether an address of a page leads to another file of the project. */
export function isRelative(address: string): boolean {
  return !/^(?:[a-z][a-z\d+.-]*:|#)/i.test(address);
}

/** A page for where its neighbours are missing: links to them become their words, images of them go. */
export function withoutRelativeLinks(markdown: string): string {
  const text = markdown.replaceAll(linkOrImage, (whole, image: string, words: string, address: string) => {
    if (!isRelative(address)) return whole;
    return image === '!' ? '' : words;
  });
  return text.replaceAll(/\n{3,}/g, '\n\n');
}

/** The relative addresses of a page. */
export function relativeLinks(markdown: string): { address: string; isImage: boolean }[] {
  return [...markdown.matchAll(linkOrImage)]
    .map(([, image, , address = '']) => ({ address, isImage: image === '!' }))
    .filter(({ address }) => isRelative(address));
}
