import type { ImageOptions, ImageSource, RawPixels } from '../../images/preparedImage.ts';
import type { ApiFormat } from './apiFormat.ts';

/** The text beside a picture for which none was given. */
export const defaultPrompt = 'Describe the image.';

/** Makes a data URL of a picture, or leaves an address as it is. */
export type ToDataUrl = (source: ImageSource, options?: ImageOptions) => Promise<string>;

/** What goes into a request as `input` or `messages`: a text, a list of messages, or what the caller gave. */
export type NativeInput = unknown;

/** What a call was given; `undefined` and `null` are absent. */
export interface InputParts {
  prompt?: string | null | undefined;
  source?: unknown;
  image?: ImageSource | null | undefined;
}

/**
 * The input of a request by the six rules of the wrapper.
 * @returns `undefined` where nothing was given.
 * @throws {ValueError} where the picture cannot be read.
 */
export async function prepareInput(
  api: ApiFormat,
  { prompt, source, image }: InputParts,
  toDataUrl: ToDataUrl,
  imageOptions?: ImageOptions,
): Promise<NativeInput> {
  if (image == null) {
    if (source == null) return prompt ?? undefined;
    if (Array.isArray(source) || (isPlainObject(source) && !isRawPixels(source))) return source;
    if (typeof source === 'string') return prompt ? `${prompt}\n\n${source}` : source;
    const url = await toDataUrl(source as ImageSource, imageOptions);
    return [imageMessage(api, prompt || defaultPrompt, [url])];
  }
  return [imageMessage(api, imageText(prompt, source), [await toDataUrl(image, imageOptions)])];
}

/** One user message with a text part and a part for each picture, as the format wants them. */
export function imageMessage(api: ApiFormat, text: string, urls: readonly string[]): Record<string, unknown> {
  const content =
    api === 'responses'
      ? [{ type: 'input_text', text }, ...urls.map(url => ({ type: 'input_image', image_url: url }))]
      : [{ type: 'text', text }, ...urls.map(url => ({ type: 'image_url', image_url: { url } }))];
  return { role: 'user', content };
}

/** The text beside a picture: prompt and source, whichever there are. */
function imageText(prompt: string | null | undefined, source: unknown): string {
  const text = source == null ? '' : typeof source === 'string' ? source : JSON.stringify(source);
  if (!prompt) return text || defaultPrompt;
  return text ? `${prompt}\n\n${text}` : prompt;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function isRawPixels(value: object): value is RawPixels {
  return 'data' in value && ArrayBuffer.isView(value.data) && 'width' in value && 'height' in value;
}
