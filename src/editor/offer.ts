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

/** Loads and registers something once what is going on has ended, so that activation does not wait for it. */
export function afterwards(load: () => Promise<Registration>): Registration {
  let isWanted = true;
  let made: Registration | undefined;
  const start = setImmediate(() => {
    void load().then(registration => {
      if (isWanted) made = registration;
      else registration.dispose();
    });
  });
  return {
    dispose: () => {
      isWanted = false;
      clearImmediate(start);
      made?.dispose();
    },
  };
}
