import * as z from 'zod';
import type { Session } from './session.ts';

/** A provider and one of its models. */
export interface ProviderModel {
  provider?: string | undefined;
  model?: string | undefined;
}

const fileName = 'default';
const saved = z.object({ provider: z.string(), model: z.string().optional() });

/**
 * The provider and model to ask: those given, else those of the environment, else those of `sightline use`. A model counts
 * only with the provider that it was set for.
 */
export async function withDefaults(session: Session, given: ProviderModel): Promise<ProviderModel> {
  const sources = [given, fromEnvironment(session), (await savedDefault(session)) ?? {}];
  const provider = sources.find(source => source.provider !== undefined)?.provider;
  const model = sources.find(
    source => source.model !== undefined && (source.provider ?? provider) === provider,
  )?.model;
  return { provider, model };
}

/** What `sightline use` saved; undefined where nothing was. */
export async function savedDefault({ folder }: Session): Promise<ProviderModel | undefined> {
  return folder.read(fileName, saved);
}

/** Saves the provider and model that are asked where none is given. */
export async function saveDefault(
  { folder }: Session,
  target: { provider: string; model?: string | undefined },
): Promise<void> {
  await folder.write(fileName, target);
}

/** The variables that take precedence over what was saved. */
export function fromEnvironment({ env }: Pick<Session, 'env'>): ProviderModel {
  return {
    provider: env.SIGHTLINE_PROVIDER?.trim() || undefined,
    model: env.SIGHTLINE_MODEL?.trim() || undefined,
  };
}
