import { Lazy } from '../base/lazy.ts';
import type { ToolName } from './definitions.ts';
import type { DescribePlan } from './describeImage.ts';
import { Roots, type RootFolders } from './roots.ts';
import type { ToolCall, ToolWork } from './toolWork.ts';

/** What the tools work with. */
export interface ToolParts {
  folders: RootFolders;
  /** The folder of the runs' store, where descriptions are kept. */
  store: string;
  target: ToolWork['target'];
  report: (message: string) => void;
}

/** The tools that agents may call. Nothing that reads images is loaded before the first call. */
export class AgentTools {
  readonly #target: ToolParts['target'];
  readonly #roots: Roots;
  readonly #store: Lazy<Pick<ToolWork, 'kept' | 'hashes'>>;
  readonly #describer = new Lazy(async () => {
    const { ImageDescriber } = await import('./describeImage.ts');
    return new ImageDescriber(await this.#work());
  });

  constructor({ folders, store, target, report }: ToolParts) {
    this.#target = target;
    this.#roots = new Roots(folders);
    this.#store = new Lazy(async () => {
      const [{ KeptDescriptions }, { HashCache }] = await Promise.all([
        import('../runs/store/keptDescriptions.ts'),
        import('../runs/store/hashCache.ts'),
      ]);
      return { kept: new KeptDescriptions(store, { report }), hashes: new HashCache(store) };
    });
  }

  /**
   * Calls a tool.
   * @returns what the agent is told.
   * @throws {SightlineError} what went wrong, with what to do; an AbortError once the signal fires.
   */
  async run(name: ToolName, input: unknown, call: ToolCall): Promise<string> {
    switch (name) {
      case 'describeImage':
        return (await this.#describer.get()).run(input, call);
      case 'measureImage': {
        const { measureImage } = await import('./measureImage.ts');
        return measureImage(input, this.#roots, call);
      }
      case 'findImages': {
        const { findImages } = await import('./findImages.ts');
        return findImages(input, await this.#work(), call);
      }
    }
  }

  /** What a call of `describeImage` would do, for whoever asks the person first. */
  async planDescription(input: unknown, call: ToolCall): Promise<DescribePlan> {
    return (await this.#describer.get()).plan(input, call);
  }

  /** Gives back what is held. */
  async close(): Promise<void> {
    const store = await this.#store.requested;
    await store?.kept.close();
    await store?.hashes.flush();
  }

  async #work(): Promise<ToolWork> {
    return { target: this.#target, roots: this.#roots, ...(await this.#store.get()) };
  }
}
