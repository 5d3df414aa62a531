/** What makes thumbnails. */
export interface ThumbnailParts {
  read: (location: string) => Promise<Uint8Array>;
  /** A small JPEG data URL of a picture's bytes. */
  make: (bytes: Uint8Array) => Promise<string>;
  /** Thumbnails to remember. */
  most: number;
  /** Pictures decoded at the same time. */
  atOnce: number;
}

/** A picture's thumbnail; without one where the picture cannot be read. */
export interface Thumbnail {
  dataUrl?: string;
}

interface Wanted {
  started: boolean;
  promise: Promise<Thumbnail | undefined>;
  resolve: (thumbnail: Thumbnail | undefined) => void;
}

/**
 * Small pictures for the table, the last used ones remembered. What was asked for last is made first: it is what the
 * person looks at.
 */
export class Thumbnails {
  readonly #parts: ThumbnailParts;
  readonly #made = new Map<string, Thumbnail>();
  readonly #wanted = new Map<string, Wanted>();
  #working = 0;

  constructor(parts: ThumbnailParts) {
    this.#parts = parts;
  }

  /** The picture's thumbnail; `undefined` where it was given up before it was made. */
  get(location: string): Promise<Thumbnail | undefined> {
    const made = this.#made.get(location);
    if (made !== undefined) {
      this.#remember(location, made);
      return Promise.resolve(made);
    }
    const wanted: Wanted = this.#wanted.get(location) ?? {
      started: false,
      ...Promise.withResolvers<Thumbnail | undefined>(),
    };
    this.#wanted.delete(location);
    this.#wanted.set(location, wanted);
    this.#work();
    return wanted.promise;
  }

  /** Gives up what nobody looks at any more. */
  keepOnly(locations: ReadonlySet<string>): void {
    for (const [location, { started, resolve }] of this.#wanted) {
      if (started || locations.has(location)) continue;
      this.#wanted.delete(location);
      resolve(undefined);
    }
  }

  #work(): void {
    if (this.#working >= this.#parts.atOnce) return;
    const next = [...this.#wanted].findLast(([, { started }]) => !started);
    if (next === undefined) return;
    const [location, wanted] = next;
    wanted.started = true;
    this.#working += 1;
    void this.#make(location).then(made => {
      this.#working -= 1;
      this.#wanted.delete(location);
      this.#remember(location, made);
      wanted.resolve(made);
      this.#work();
    });
  }

  async #make(location: string): Promise<Thumbnail> {
    try {
      return { dataUrl: await this.#parts.make(await this.#parts.read(location)) };
    } catch {
      return {}; // The row says why, once the picture is asked about.
    }
  }

  #remember(location: string, made: Thumbnail): void {
    this.#made.delete(location);
    this.#made.set(location, made);
    const [oldest] = this.#made.keys();
    if (this.#made.size > this.#parts.most && oldest !== undefined) this.#made.delete(oldest);
  }
}
