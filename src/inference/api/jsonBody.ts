import { randomUUID } from 'node:crypto';

/** Characters from which an image's address is copied as it is. */
const long = 1 << 16;
/** How the address of an image in Base64 begins, and what is not in it: JSON escapes nothing of it. */
const [start, other] = [/^data:image\/[a-z\d.+-]{1,64};base64,/, /[^A-Za-z\d+/=]/];
/** Stands for an image's address. Nobody outside knows it, so that no text can be taken for it. */
const marker = randomUUID();

/**
 * A value as JSON. Images in it are copied as they are, into one piece of memory: `JSON.stringify` would look at each of their
 * millions of characters, and copy them twice, while nothing else gets a turn.
 */
export function jsonBody(value: unknown): string | Uint8Array<ArrayBuffer> {
  const images: string[] = [];
  const text = JSON.stringify(value, (_name, member: unknown) => {
    if (typeof member !== 'string' || member.length < long || !isImage(member)) return member;
    images.push(member);
    return marker;
  });
  if (images.length === 0) return text;
  const between = text.split(marker).map(part => Buffer.from(part));
  const length = [...between, ...images].reduce((sum, part) => sum + part.length, 0);
  const bytes = Buffer.allocUnsafe(length);
  let at = 0;
  for (const [index, part] of between.entries()) {
    at += part.copy(bytes, at);
    at += bytes.write(images[index] ?? '', at, 'latin1');
  }
  return bytes;
}

function isImage(text: string): boolean {
  const [head] = start.exec(text) ?? [];
  return head !== undefined && !other.test(text.slice(head.length));
}
