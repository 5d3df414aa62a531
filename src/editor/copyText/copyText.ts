import * as vscode from 'vscode';
import { counted, t } from '../../base/l10n.ts';
import { baseName } from '../../base/baseName.ts';
import { isAbort } from '../../base/errors.ts';
import { commands } from '../../contributions.ts';
import type { RecogniseImage } from '../../recognition/recogniseImage.ts';
import { showInformation } from '../dialogs/messages.ts';
import { withProgress } from '../dialogs/progress.ts';
import { activeImage, pickImageFiles, selectedImages } from '../imageFiles.ts';
import type { Log } from '../log.ts';
import type { ShownImage } from '../pictures/detecting.ts';
import { readPictureFile } from '../pictures/pictureDocument.ts';
import { requireTrust } from '../trust.ts';
import { textOf, textOfAll, type ReadText } from './readText.ts';

/** What "Copy Text" works with. */
export interface CopyTextParts {
  recognise: RecogniseImage;
  /** A picture as it is looked at in the picture editor, where that is another way than it is sent by itself. */
  shown: (image: vscode.Uri) => Promise<ShownImage | undefined>;
  log: Pick<Log, 'error'>;
}

/** Reads text and codes of the images that are meant, and puts them into the clipboard. */
export async function copyText(clicked: unknown, selected: unknown, parts: CopyTextParts): Promise<void> {
  if (!(await requireTrust(t('reads no images')))) return;
  const active = activeImage();
  const images =
    selectedImages(clicked, selected)?.images ?? (active === undefined ? await pickImageFiles() : [active]);
  if (images.length === 0) return;
  const looked = !Array.isArray(selected);
  const what =
    images.length === 1
      ? baseName(images[0]?.path ?? '')
      : counted(images.length, '{count} image', '{count} images');
  const read = await withProgress(t('Reading the text of {what}', { what }), async (progress, signal) => {
    const texts: ReadText[] = [];
    for (const image of images) {
      if (signal.aborted) return undefined;
      if (images.length > 1)
        progress.report({
          message: t('{done} of {all}', { done: texts.length, all: images.length }),
          increment: 100 / images.length,
        });
      try {
        texts.push(await readOne(image, { ...parts, looked, signal }));
      } catch (error) {
        if (isAbort(error)) return undefined;
        if (images.length === 1) throw error;
        parts.log.error(`The text of ${baseName(image.path)} could not be read`, error);
        texts.push({ failed: true });
      }
    }
    return texts;
  });
  if (read !== undefined) await report(read, what);
}

async function readOne(
  image: vscode.Uri,
  { recognise, shown, looked, signal }: CopyTextParts & { looked: boolean; signal: AbortSignal },
): Promise<ReadText> {
  const seen = looked ? await shown(image) : undefined;
  const source = seen?.dataUrl ?? (await readPictureFile(image, t('It may have been moved or deleted.')));
  return textOf(await recognise(source, { signal, only: 'text' }));
}

/** Copies what was read, and says how much that is. */
async function report(read: readonly ReadText[], what: string): Promise<void> {
  const { text, lines, failed } = textOfAll(read);
  const unread =
    failed === 0
      ? ''
      : counted(
          failed,
          ' {count} image could not be read; see the log for the reason.',
          ' {count} images could not be read; see the log for the reasons.',
        );
  if (lines === 0) {
    const choose = t('Choose Model');
    const answer = await showInformation(
      t(
        'No text was found in {what}.{unread} Small, handwritten or ornate text is often missed; a vision model may read it.',
        { what, unread },
      ),
      choose,
    );
    if (answer === choose) await vscode.commands.executeCommand(commands.chooseModel);
    return;
  }
  await vscode.env.clipboard.writeText(text);
  await showInformation(
    counted(lines, 'Copied {count} line.{unread}', 'Copied {count} lines.{unread}', { unread }),
  );
}
