import type { NotebookCell, NotebookCellOutput } from 'vscode';
import * as z from 'zod/mini';
import { t } from '../../base/l10n.ts';
import { baseName } from '../../base/baseName.ts';

/** An image that a cell of a notebook holds. */
export interface CellImage {
  /** Of the notebook, the cell and what it is there, with the ending of its format. */
  name: string;
  /** Its place in the cell alone: `Output 2`, `image.png`. */
  label: string;
  /** The place of its output among the outputs of the cell; absent for an attachment. */
  output?: number;
  byteLength: number;
  bytes: () => Uint8Array;
}

/** Drawings come last: where an output has the same image in several formats, pixels need no drawing. */
const drawing = 'image/svg+xml';

/** The images of a cell: one of each output that shows one, or the attachments of a Markdown cell. */
export function imagesOfCell(cell: NotebookCell): CellImage[] {
  const place = t('{name} cell {index}', { name: baseName(cell.notebook.uri.path), index: cell.index + 1 });
  const images = [
    ...cell.outputs.flatMap((output, at) => outputImage(output, at) ?? []),
    ...attachedImages(cell.metadata),
  ];
  return images.map(image => ({ ...image, name: `${place} ${image.name}` }));
}

function outputImage({ items }: NotebookCellOutput, at: number): CellImage | undefined {
  const images = items.filter(({ mime }) => mime.startsWith('image/'));
  const item = images.find(({ mime }) => mime !== drawing) ?? images[0];
  if (item === undefined) return undefined;
  const place = t('output {at}', { at: at + 1 });
  return {
    ...{ name: `${place}.${endingOf(item.mime)}`, label: t('Output {at}', { at: at + 1 }), output: at },
    byteLength: item.data.byteLength,
    bytes: () => item.data,
  };
}

/** As nbformat has them: by name, then by type. */
const attachmentsSchema = z.object({
  attachments: z.record(z.string(), z.record(z.string(), z.unknown())),
});

/** The base64 may be in lines. */
const contentSchema = z.union([z.string(), z.array(z.string())]);

function attachedImages(metadata: unknown): Omit<CellImage, 'output'>[] {
  const { data } = attachmentsSchema.safeParse(metadata);
  return Object.entries(data?.attachments ?? {}).flatMap(([label, types]) => {
    const [, content] = Object.entries(types).find(([mime]) => mime.startsWith('image/')) ?? [];
    const { data: lines } = contentSchema.safeParse(content);
    if (lines === undefined) return [];
    const base64 = [lines].flat().join('');
    return {
      ...{ name: baseName(label), label },
      byteLength: Math.floor((base64.length * 3) / 4),
      bytes: () => Buffer.from(base64, 'base64'),
    };
  });
}

/** `png` of `image/png`, `svg` of `image/svg+xml`. */
function endingOf(mime: string): string {
  return /^image\/(?:x-)?([a-z0-9]+)/.exec(mime)?.[1] ?? 'image';
}
