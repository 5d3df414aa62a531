import type { NotebookCell } from 'vscode';
import { expect, test } from 'vitest';
import { imagesOfCell } from '../../../../src/editor/notebooks/cellImages.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text);
const item = (mime: string, text: string) => ({ mime, data: bytes(text) });

/** The third cell of a notebook. */
function cell(parts: { outputs?: ReturnType<typeof item>[][]; metadata?: unknown }): NotebookCell {
  const { outputs = [], metadata = {} } = parts;
  return {
    ...{ index: 2, notebook: { uri: { path: '/notebooks/plots.ipynb' } }, metadata },
    outputs: outputs.map(items => ({ items })),
  } as unknown as NotebookCell;
}

const seen = (of: NotebookCell) =>
  imagesOfCell(of).map(({ name, label, output, byteLength, bytes: read }) => ({
    ...{ name, label, output, byteLength },
    content: Buffer.from(read()).toString(),
  }));

test('each output with an image is one image, named after notebook, cell and output', () => {
  const outputs = [
    [item('text/plain', 'a figure')],
    [item('text/plain', 'a figure'), item('image/png', 'PNG')],
    [item('image/jpeg', 'JPEG')],
  ];
  expect(seen(cell({ outputs }))).toEqual([
    { name: 'plots.ipynb cell 3 output 2.png', label: 'Output 2', output: 1, byteLength: 3, content: 'PNG' },
    {
      name: 'plots.ipynb cell 3 output 3.jpeg',
      label: 'Output 3',
      output: 2,
      byteLength: 4,
      content: 'JPEG',
    },
  ]);
});

test('of an image in several formats the pixels are taken, a drawing where there is nothing else', () => {
  const both = [item('image/svg+xml', '<svg/>'), item('image/png', 'PNG')];
  expect(seen(cell({ outputs: [both, [item('image/svg+xml', '<svg/>')]] }))).toMatchObject([
    { name: 'plots.ipynb cell 3 output 1.png', content: 'PNG' },
    { name: 'plots.ipynb cell 3 output 2.svg', content: '<svg/>' },
  ]);
});

test('attachments are images by their names, also where their base64 is in lines; what is no image is left out', () => {
  const base64 = Buffer.from('picture').toString('base64');
  const metadata = {
    attachments: {
      'chart.png': { 'image/png': base64 },
      'lines.png': { 'image/png': [`${base64.slice(0, 4)}\n`, base64.slice(4)] },
      'notes.txt': { 'text/plain': 'words' },
      'odd.png': { 'image/png': 7 },
    },
  };
  expect(seen(cell({ metadata }))).toMatchObject([
    { name: 'plots.ipynb cell 3 chart.png', label: 'chart.png', content: 'picture' },
    { name: 'plots.ipynb cell 3 lines.png', label: 'lines.png', content: 'picture' },
  ]);
  for (const odd of [undefined, { attachments: 'none' }, { attachments: { a: null } }, null])
    expect(imagesOfCell(cell({ metadata: odd }))).toEqual([]);
});
