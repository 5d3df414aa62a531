import { isWebAddress } from '../../base/address.ts';

/** Longest text that is looked at, in characters. */
const longest = 4000;

/** The web address of an image that a text is: alone, in quotes, as an image of Markdown, or as an `img` of HTML. */
export function imageAddressIn(text: string): string | undefined {
  if (text.length > longest) return undefined;
  const bare = text.trim();
  const [, markdown] = /^!\[[^\]]*\]\(<?([^\s<>()]+)>?(?: [^()]*)?\)$/.exec(bare) ?? [];
  const [, , html] = /^<img\s[^<>]*>$/i.test(bare) ? (/\ssrc=(["'])([^"']*)\1/i.exec(bare) ?? []) : [];
  const [, quoted] = /^["'`<]([^\s"'`<>]+)["'`>]$/.exec(bare) ?? [];
  const address = markdown ?? html ?? quoted ?? bare;
  return /^\S+$/.test(address) && isWebAddress(address) && URL.parse(address) !== null ? address : undefined;
}
