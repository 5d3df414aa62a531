import { useEffect, useState } from 'preact/hooks';
import type { Point } from './viewMaths.ts';

/** Reads the pixels of a picture that the page has as a data URL: R, G and B of a pixel, 0 to 255. */
export type ReadPixel = (pixel: Point) => number[];

/** The pixels of a data URL, once they are decoded. */
export function useSentPixels(dataUrl: string | undefined): ReadPixel | undefined {
  const [read, setRead] = useState<{ read: ReadPixel }>();
  useEffect(() => {
    setRead(undefined);
    if (dataUrl === undefined) return;
    let wanted = true;
    void decode(dataUrl).then(reader => {
      if (wanted && reader !== undefined) setRead({ read: reader });
    });
    return () => {
      wanted = false;
    };
  }, [dataUrl]);
  return read?.read;
}

async function decode(dataUrl: string): Promise<ReadPixel | undefined> {
  const image = new Image();
  image.src = dataUrl;
  try {
    await image.decode();
  } catch {
    // What the browser cannot show it cannot be asked about either.
    return undefined;
  }
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  const context = canvas.getContext('2d', { willReadFrequently: true, colorSpace: 'srgb' });
  context?.drawImage(image, 0, 0);
  return ({ x, y }) => [...(context?.getImageData(x, y, 1, 1).data ?? [])].slice(0, 3);
}
