import { setImmediate } from 'node:timers/promises';

/** Pixels that are worked on at once: some 10 ms. */
const strip = 1_000_000;

/** Works on the pixels of a picture from one to another, strip by strip; what else the thread has to do comes in between. */
export async function inStrips(pixels: number, work: (from: number, to: number) => void): Promise<void> {
  for (let from = 0; from < pixels; from += strip) {
    if (from > 0) await setImmediate();
    work(from, Math.min(pixels, from + strip));
  }
}
