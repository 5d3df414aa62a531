import type { FromHost } from './pictureState.ts';

/**
 * Puts a drawn image, a PNG, into the clipboard.
 * @throws where the page may not, or the image is none.
 */
export async function copyImage({ dataUrl }: Pick<FromHost<'drawn'>, 'dataUrl'>): Promise<void> {
  const [head = '', base64 = ''] = dataUrl.split(',', 2);
  const type = head.slice('data:'.length).split(';', 1)[0] ?? '';
  // A page of Sightline fetches nothing, not even a data URL.
  const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0));
  await navigator.clipboard.write([new ClipboardItem({ [type]: new Blob([bytes], { type }) })]);
}
