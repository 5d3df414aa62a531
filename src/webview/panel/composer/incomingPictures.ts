import { t } from '../../../base/l10n.ts';
import { formatBytes } from '../../../base/localFormat.ts';
import type { PanelMessage } from '../../../protocol/panel.ts';
import { pastedPictureLimit } from '../../../protocol/pastedPictureLimit.ts';

/** What was pasted or dropped, as far as it may be pictures. The explorer gives addresses, the system gives files. */
export type Incoming = { files: File[] } | { uris: string[] } | undefined;

/** Most addresses in one message. */
const mostUris = 1000;

/** The pictures of a paste; undefined where it has text, which then is what the person meant. */
export function pastedPictures(data: DataTransfer): Incoming {
  const files = [...data.files].filter(isPicture);
  return files.length > 0 && data.getData('text/plain') === '' ? { files } : undefined;
}

/** What was dropped: addresses from the explorer, files or addresses from outside. */
export function droppedPictures(data: DataTransfer): Incoming {
  const fromExplorer = uriList(data.getData('application/vnd.code.uri-list'));
  if (fromExplorer.length > 0) return { uris: fromExplorer };
  if (data.files.length > 0) return { files: [...data.files] };
  const uris = uriList(data.getData('text/uri-list'));
  return uris.length > 0 ? { uris } : undefined;
}

/** Whether a drag over the panel may be dropped on it. */
export function mayBePictures(types: readonly string[]): boolean {
  return ['Files', 'application/vnd.code.uri-list', 'text/uri-list'].some(type => types.includes(type));
}

/**
 * Sends them to the host, which looks into them. What is no picture or too large for a message is named in one
 * sentence through `tell`.
 */
export async function sendIncoming(
  incoming: NonNullable<Incoming>,
  { post, notify }: { post: (message: PanelMessage) => void; notify: (text: string) => void },
): Promise<void> {
  if ('uris' in incoming) {
    post({ type: 'addUris', uris: incoming.uris.slice(0, mostUris) });
    return;
  }
  for (const file of incoming.files) {
    const name = file.name || t('Pasted image');
    if (!isPicture(file)) notify(t('{name} is not an image.', { name }));
    else if (file.size > pastedPictureLimit)
      notify(
        t('{name} is larger than {size}. Use Add Images instead.', {
          name,
          size: formatBytes(pastedPictureLimit),
        }),
      );
    else post({ type: 'addFile', name, data: await base64(file) });
  }
}

/** By the type that the system gives it; a file without one may be a picture, the host will see. */
function isPicture({ type }: File): boolean {
  return type === '' || type.startsWith('image/');
}

/** The lines of `text/uri-list` without its comments. */
function uriList(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map(line => line.trim())
    .filter(line => line !== '' && !line.startsWith('#'));
}

function base64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve((reader.result as string).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error ?? new Error(t('The file could not be read.')));
    reader.readAsDataURL(file);
  });
}
