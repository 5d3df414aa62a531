import type { FromHost } from './pictureState.ts';

/** Milliseconds in which the page has to get the focus, without which it may not use the clipboard. */
const longestWait = 2000;

async function focused(): Promise<void> {
  for (let waited = 0; !document.hasFocus() && waited < longestWait; waited += 20)
    await new Promise(resolve => setTimeout(resolve, 20));
}

/**
 * Puts a drawn image, a PNG, into the clipboard.
 * @throws where the page may not, or the image is none.
 */
export async function copyImage({ dataUrl }: Pick<FromHost<'drawn'>, 'dataUrl'>): Promise<void> {
  const [head = '', base64 = ''] = dataUrl.split(',', 2);
  const type = head.slice('data:'.length).split(';', 1)[0] ?? '';
  // A page of Sightline fetches nothing, not even a data URL.
  const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0));
  await focused();
  await navigator.clipboard.write([new ClipboardItem({ [type]: new Blob([bytes], { type }) })]);
}
