/** What ends a registration. */
interface Registration {
  dispose: () => unknown;
}

/** Something that is registered as long as it is wanted. */
export class Offer {
  readonly #register: () => Registration;
  #made: Registration | undefined;

  constructor(register: () => Registration) {
    this.#register = register;
  }

  follow(isWanted: boolean): void {
    if (isWanted === (this.#made !== undefined)) return;
    this.#made?.dispose();
    this.#made = isWanted ? this.#register() : undefined;
  }
}
