/** Text in one line: whatever blank stands between words is one space. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
