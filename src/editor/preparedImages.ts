import { t } from '../base/l10n.ts';
import { sha256Of } from '../base/node/hash.ts';
import type { ImageOptions, PreparedImage } from '../images/preparedImage.ts';

/** Images that are kept prepared, and the most bytes of them: an agent sends its images again with each step. */
const mostKept = 40;
const mostBytes = 60 * 1024 * 1024;

/** Prepares images as the panel does, each once as long as it is used. */
export class PreparedImages {
  readonly #options: () => ImageOptions;
  /** In the order of their last use. */
  readonly #kept = new Map<string, Promise<PreparedImage>>();
  readonly #sizes = new Map<string, number>();

  constructor(options: () => ImageOptions) {
    this.#options = options;
  }

  /** The image, ready to be sent. @param name For the error. @throws {ValueError} where it cannot be read. */
  prepare = async (bytes: Uint8Array, name = t('The attached image')): Promise<PreparedImage> => {
    const options = this.#options();
    const key = sha256Of(JSON.stringify(options), bytes);
    const image = this.#kept.get(key) ?? prepared(bytes, { ...options, name });
    this.#kept.delete(key);
    this.#kept.set(key, image);
    try {
      this.#sizes.set(key, sizeOf(await image));
    } catch (error) {
      this.#forget(key);
      throw error;
    }
    this.#trim();
    return image;
  };

  #trim(): void {
    let bytes = [...this.#sizes.values()].reduce((sum, size) => sum + size, 0);
    for (const key of [...this.#kept.keys()]) {
      if (this.#kept.size <= mostKept && bytes <= mostBytes) return;
      bytes -= this.#sizes.get(key) ?? 0;
      this.#forget(key);
    }
  }

  #forget(key: string): void {
    this.#kept.delete(key);
    this.#sizes.delete(key);
  }
}

async function prepared(bytes: Uint8Array, options: ImageOptions & { name: string }): Promise<PreparedImage> {
  const { prepareImage } = await import('../images/prepare/prepareImage.ts');
  return prepareImage(bytes, options);
}

function sizeOf({ dataUrl, tiles }: PreparedImage): number {
  return dataUrl.length + (tiles?.dataUrls.reduce((sum, url) => sum + url.length, 0) ?? 0);
}
