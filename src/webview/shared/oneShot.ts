/** A value to be acted on once: a new `serial` means that it was fired again. */
export interface OneShot<T> {
  serial: number;
  value: T;
}

/** The same one fired again, with another value. */
export function fireAgain<T>(shot: OneShot<T>, value: T): OneShot<T> {
  return { serial: shot.serial + 1, value };
}
