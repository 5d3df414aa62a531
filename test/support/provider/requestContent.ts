/** What a person's message in a request holds: its text, and its pictures as URLs. */
export interface RequestContent {
  text: string;
  images: string[];
}

/** Reads the last message of a request of either format. */
export function requestContent(body: unknown): RequestContent {
  const { input, messages } = asObject(body);
  const list = input ?? messages;
  if (!Array.isArray(list)) return { text: typeof list === 'string' ? list : '', images: [] };
  const { content } = asObject(list.at(-1));
  if (!Array.isArray(content)) return { text: typeof content === 'string' ? content : '', images: [] };
  const parts = content.map(asObject);
  return {
    text: parts.map(part => (typeof part.text === 'string' ? part.text : '')).join(''),
    images: parts.flatMap(({ image_url: image }) => {
      const url = typeof image === 'string' ? image : asObject(image).url;
      return typeof url === 'string' ? [url] : [];
    }),
  };
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
