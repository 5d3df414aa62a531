import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { ApiFault } from './apiFault.ts';
import { pictureTokens, textTokens } from './tokens.ts';

/** What a request asks, whatever its format. */
export interface Asked {
  /** Text of the last user turn. */
  text: string;
  /** Picture URLs of the last user turn, else of the latest one before it that has any. */
  pictures: string[];
  /** The pictures came with an earlier turn: they were described then. */
  isFollowUp: boolean;
  /** Turns before it. */
  earlierTurns: number;
  stream: boolean;
  /** Longest answer in tokens, as {@link textTokens} counts them. */
  maxTokens?: number;
  /** JSON Schema that the answer must fit. */
  form?: JsonObject;
  /** Estimated tokens of the whole request. */
  inputTokens: number;
}

/** What the formats say each in its own way: the longest answer, and the schema of its form. */
interface Limits {
  maxTokens: unknown;
  form: unknown;
}

/** Reads the parts that both formats share. `messages` are the turns, system messages included. */
export function readAsked(
  body: JsonObject,
  messages: readonly unknown[],
  { maxTokens, form }: Limits,
): Asked {
  const turns = messages.filter(isJsonObject).filter(message => typeof message.role === 'string');
  const last = turns.findLastIndex(({ role }) => role === 'user');
  const contents = turns.map(turn => readContent(turn.content));
  const asked = contents[last] ?? { text: '', pictures: [] };
  const earlier = contents.filter((_, index) => index < last && isConversation(turns[index]));
  return {
    text: asked.text,
    pictures: [...earlier, asked].findLast(({ pictures }) => pictures.length > 0)?.pictures ?? [],
    isFollowUp: asked.pictures.length === 0 && earlier.some(({ pictures }) => pictures.length > 0),
    earlierTurns: earlier.length,
    stream: body.stream === true,
    ...(typeof maxTokens === 'number' && maxTokens > 0 ? { maxTokens } : {}),
    ...(isJsonObject(form) ? { form } : {}),
    inputTokens: contents.reduce(
      (sum, { text, pictures }) => sum + textTokens(text) + pictures.length * pictureTokens,
      0,
    ),
  };
}

function isConversation(turn: JsonObject | undefined): boolean {
  return turn?.role === 'user' || turn?.role === 'assistant';
}

/** Text and pictures of a message: a string, or parts in the words of either format. */
function readContent(content: unknown): { text: string; pictures: string[] } {
  if (typeof content === 'string') return { text: content, pictures: [] };
  const parts = Array.isArray(content) ? content.filter(isJsonObject) : [];
  return {
    text: parts.flatMap(({ text }) => (typeof text === 'string' ? [text] : [])).join('\n'),
    pictures: parts.flatMap(({ type, image_url }) => {
      if (type !== 'image_url' && type !== 'input_image') return [];
      const url = isJsonObject(image_url) ? image_url.url : image_url;
      if (typeof url !== 'string' || !/^(data:image\/|https?:\/\/)/.test(url))
        throw new ApiFault(400, 'An image must be a web address or a data:image/ URL.', {
          param: 'image_url',
          code: 'invalid_image_url',
        });
      return [url];
    }),
  };
}
