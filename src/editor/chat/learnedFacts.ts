import * as z from 'zod/mini';
import type * as vscode from 'vscode';
import { SightlineError } from '../../base/errors.ts';
import { contextWindowOf } from '../../inference/faults/contextWindow.ts';
import type { ModelName } from './offeredModels.ts';

const name = 'chat.learned';

/** Models of which something is remembered. */
const most = 300;

const kept = z.record(
  z.string(),
  z.object({ contextTokens: z.optional(z.int().check(z.positive())), takesImages: z.optional(z.boolean()) }),
);

type Facts = z.infer<typeof kept>;

/** What refusals taught of models, kept over sessions. */
export class LearnedFacts {
  readonly #memory: vscode.Memento;

  constructor(memory: vscode.Memento) {
    this.#memory = memory;
  }

  /** The window in tokens that a refusal named. */
  contextTokens(model: ModelName): number | undefined {
    return this.#all()[keyOf(model)]?.contextTokens;
  }

  refusesImages(model: ModelName): boolean {
    return this.#all()[keyOf(model)]?.takesImages === false;
  }

  /** Remembers what a failed request says of the model; whether that was anything new. */
  learn(model: ModelName, error: unknown): boolean {
    const fact = factIn(error);
    if (fact === undefined) return false;
    const all = this.#all();
    const before = all[keyOf(model)] ?? {};
    const now = { ...before, ...fact };
    if (before.contextTokens === now.contextTokens && before.takesImages === now.takesImages) return false;
    const others = Object.entries(all).filter(([other]) => other !== keyOf(model));
    void this.#memory.update(
      name,
      Object.fromEntries([...others.slice(1 - most), [keyOf(model), now] as const]),
    );
    return true;
  }

  #all(): Facts {
    return kept.safeParse(this.#memory.get(name)).data ?? {};
  }
}

function keyOf({ provider, model }: ModelName): string {
  return `${provider}/${model}`;
}

function factIn(error: unknown): Facts[string] | undefined {
  if (!(error instanceof SightlineError)) return undefined;
  if (error.code === 'imagesUnsupported') return { takesImages: false };
  if (error.code !== 'requestTooLarge' && error.code !== 'badRequest') return undefined;
  const contextTokens = contextWindowOf(error);
  return contextTokens === undefined ? undefined : { contextTokens };
}
