import type { PictureViewerMessage } from '../../protocol/picture.ts';
import type { FromHost } from './pictureState.ts';
import type { Point } from './viewMaths.ts';

/** Pixels on a side of the parts whose values are asked for at once. */
const side = 32;

/** Most parts that are remembered. */
const most = 64;

/** The values of a picture's pixels: asked of the host part by part, when one of them is wanted. */
export class PixelValues {
  readonly #ask: (message: PictureViewerMessage) => void;
  readonly #parts = new Map<string, FromHost<'values'> | 'asked'>();
  #opened = -1;

  constructor(ask: (message: PictureViewerMessage) => void) {
    this.#ask = ask;
  }

  /** Takes an answer of the host. */
  take(answer: FromHost<'values'>): void {
    this.#turnTo(answer.opened);
    this.#parts.set(keyOf({ x: answer.left, y: answer.top }), answer);
    for (const oldest of this.#parts.keys()) {
      if (this.#parts.size <= most) break;
      this.#parts.delete(oldest);
    }
  }

  /** The values of a pixel; undefined while they are on their way. What is no number is null. */
  at(opened: number, pixel: Point): (number | null)[] | undefined {
    this.#turnTo(opened);
    const key = keyOf(pixel);
    const part = this.#parts.get(key);
    if (part === undefined) {
      this.#parts.set(key, 'asked');
      const [left, top] = [pixel.x - (pixel.x % side), pixel.y - (pixel.y % side)];
      this.#ask({ type: 'values', left, top, width: side, height: side });
      return undefined;
    }
    if (part === 'asked') return undefined;
    const channels = part.values.length / (part.width * part.height);
    const start = ((pixel.y - part.top) * part.width + pixel.x - part.left) * channels;
    return part.values.slice(start, start + channels);
  }

  /** Another page or another file: nothing of what is known holds. */
  #turnTo(opened: number): void {
    if (opened <= this.#opened) return;
    this.#opened = opened;
    this.#parts.clear();
  }
}

function keyOf({ x, y }: Point): string {
  return `${Math.floor(x / side)},${Math.floor(y / side)}`;
}
