import type { Detections } from '../../../src/protocol/detections.ts';
import { firstLook, type PictureHostMessage } from '../../../src/protocol/picture.ts';
import { drawPictures } from '../panelPage/drawnPictures.ts';

/** The messages after which a viewer shows an image of 16 bits with two pages, and what was sent of it. */
export async function openedPicture(): Promise<{ messages: PictureHostMessage[]; sent: PictureHostMessage }> {
  const { scene } = await drawPictures();
  const size = { width: 1600, height: 1067 };
  return {
    messages: [
      { type: 'reading', name: 'lake.tif', byteLength: 10_000_000 },
      {
        ...{ type: 'opened', opened: 1, name: 'lake.tif', ...size, pages: 2, pageWord: 'page' },
        channels: ['colour', 'red', 'green', 'blue', 'luminance'],
        ...{ valueNames: ['R', 'G', 'B'], valueKind: '16 bits per channel' },
        facts: [
          { name: 'Format', value: 'TIFF' },
          { name: 'Size', value: '1,600 × 1,067 px' },
        ],
        notes: [],
      },
      {
        ...{ type: 'drawn', drawing: 1, look: firstLook, low: 120, high: 64_000, dataUrl: scene.whole },
        ...size,
      },
    ],
    sent: {
      ...{ type: 'sent', name: 'lake.tif', ...size, dataUrl: scene.whole },
      facts: [{ name: 'Format', value: 'JPEG' }],
      ...{ removed: ['EXIF data'], notes: [] },
    },
  };
}

/** Two things that were recognised in it. */
export const foundInPicture: Detections = {
  ...{ state: 'found', page: 0, width: 1600, height: 1067, reading: false, madeBy: ['NanoDet-g'] },
  sentence: 'A boat, and a line of text.',
  items: [
    {
      ...{ kind: 'object', label: 'boat', score: 0.8, hedged: false, place: 'center' },
      corners: [
        { x: 600, y: 500 },
        { x: 900, y: 500 },
        { x: 900, y: 700 },
        { x: 600, y: 700 },
      ],
    },
    {
      ...{ kind: 'text', label: 'LAKE', score: 0.9, hedged: false, place: 'top left' },
      corners: [
        { x: 100, y: 100 },
        { x: 300, y: 100 },
        { x: 300, y: 160 },
        { x: 100, y: 160 },
      ],
    },
  ],
};
