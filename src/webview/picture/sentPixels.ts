import { useEffect, useState } from 'preact/hooks';
import type { Point, ViewSize } from './viewMaths.ts';

/** A picture that the page has as a data URL. */
export interface SentPixels extends ViewSize {
  /** R, G and B of a pixel, 0 to 255. */
  read: (pixel: Point) => number[];
}

/** The pixels of a data URL, once they are decoded. */
export function useSentPixels(dataUrl: string | undefined): SentPixels | undefined {
  const [pixels, setPixels] = useState<SentPixels>();
  useEffect(() => {
    setPixels(undefined);
    if (dataUrl === undefined) return;
    let wanted = true;
    void decode(dataUrl).then(decoded => {
      if (wanted) setPixels(decoded);
    });
    return () => {
      wanted = false;
    };
  }, [dataUrl]);
  return pixels;
}

async function decode(dataUrl: string): Promise<SentPixels | undefined> {
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
  return {
    width: canvas.width,
    height: canvas.height,
    read: ({ x, y }) => [...(context?.getImageData(x, y, 1, 1).data ?? [])].slice(0, 3),
  };
}
