/** Text as it is: nothing in it is Markdown, no address in it becomes a link, and it stays on one line. */
export function literalMarkdown(text: string): string {
  return text
    .replace(/[\\`*_{}[\]<>#|~!]/g, '\\$&')
    .replace(/:(?=[/\p{L}])|(?<=\/)\//gu, '\\$&')
    .replace(/&/g, '&amp;')
    .replace(/[\r\n\t]|^ | $/g, mark => `&#${mark.charCodeAt(0)};`);
}
