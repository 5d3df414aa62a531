/** A wish that is granted once: a new `serial` means that it was made again. */
export interface Wish<T> {
  serial: number;
  value: T;
}

/** The same wish made again, with another value. */
export function again<T>(wish: Wish<T>, value: T): Wish<T> {
  return { serial: wish.serial + 1, value };
}
