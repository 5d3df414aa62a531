import { isJsonObject } from '../../../base/json.ts';
import type { JsonObject } from '../../../base/json.ts';

/** An image in the body of a question. */
export interface ImagePlace {
  /** What stands there for it: a data URL, an address, or nothing that is known. */
  url: unknown;
  /** Puts words in its place. */
  put: (words: string) => void;
}

/**
 * The images in the parsed body of a question of either API format, in their order: in messages of any role, and in what
 * tools gave back.
 */
export function imagesInBody(body: JsonObject, endpoint: 'responses' | 'chat/completions'): ImagePlace[] {
  return contentsOf(body, endpoint).flatMap(parts =>
    parts.flatMap((part, at): ImagePlace[] => {
      const url = imageOf(part);
      if (url === undefined) return [];
      const type = endpoint === 'responses' ? 'input_text' : 'text';
      return [{ url: url.url, put: text => (parts[at] = { type, text }) }];
    }),
  );
}

/**
 * Makes contents that have become nothing but text a text, in Chat Completions: servers of text-only models often take no
 * parts. Parts that say more than their text stay.
 */
export function joinTexts(body: JsonObject): void {
  for (const message of objects(body['messages'])) {
    const { content } = message;
    if (!Array.isArray(content) || content.length === 0) continue;
    const texts = content.map(textOf);
    if (texts.every(text => text !== undefined)) message['content'] = texts.join('\n\n');
  }
}

/** The lists of parts in which images may stand. */
function contentsOf(body: JsonObject, endpoint: 'responses' | 'chat/completions'): unknown[][] {
  const items = objects(body[endpoint === 'responses' ? 'input' : 'messages']);
  return items.flatMap(({ content, output }) =>
    [content, output].filter((list): list is unknown[] => Array.isArray(list)),
  );
}

function imageOf(part: unknown): { url: unknown } | undefined {
  if (!isJsonObject(part) || (part['type'] !== 'image_url' && part['type'] !== 'input_image'))
    return undefined;
  const { image_url: image } = part;
  return { url: isJsonObject(image) ? image['url'] : image };
}

function textOf(part: unknown): string | undefined {
  if (!isJsonObject(part) || part['type'] !== 'text' || Object.keys(part).length !== 2) return undefined;
  return typeof part['text'] === 'string' ? part['text'] : undefined;
}

function objects(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
