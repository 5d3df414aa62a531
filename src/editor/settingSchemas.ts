import * as z from 'zod/mini';
import type { SettingTypes } from '../contributions.ts';

const text = z.string().check(z.maxLength(20_000));
const limited = (least: number, most: number) => z.number().check(z.minimum(least), z.maximum(most));
const whole = (least: number, most: number) => z.int().check(z.minimum(least), z.maximum(most));

const ownProvider = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  label: z.optional(text),
  baseUrl: text,
  apiFormat: z.optional(z.enum(['responses', 'chat.completions'])),
  keyVariable: z.optional(text),
  needsKey: z.optional(z.boolean()),
  takesImages: z.optional(z.boolean()),
  fetchesImages: z.optional(z.boolean()),
});

const price = z.object({ input: limited(0, 1e6), output: limited(0, 1e6) });

/** What each setting may be, as `package.json` tells the editor, which does not hold anybody to it. */
const settingSchemas = {
  provider: text,
  model: text,
  apiFormat: z.enum(['provider', 'responses', 'chat.completions']),
  providers: z.array(ownProvider),
  providerAddresses: z.record(z.string(), text),
  keysFromEnvironment: z.array(text),
  'models.mirror': text,
  'service.url': text,
  'service.keyVariable': text,
  temperature: z.nullable(limited(0, 2)),
  topP: z.nullable(limited(0, 1)),
  maxOutputTokens: z.nullable(whole(1, Number.MAX_SAFE_INTEGER)),
  requestTimeout: limited(1, 86_400),
  maxRetries: whole(0, 10),
  'image.maxSide': whole(64, 16_384),
  'image.quality': whole(1, 100),
  'image.detail': z.enum(['fit', 'original', 'tiles']),
  'image.mapping': z.enum(['auto', 'full', 'window']),
  'image.allowedHosts': z.array(text),
  'recognition.enabled': z.boolean(),
  'describe.prompt': text,
  'describe.concurrency': whole(1, 16),
  'runs.concurrency': whole(1, 64),
  'runs.prices': z.record(z.string(), price),
  'chat.enabled': z.boolean(),
  'chat.contextWindows': z.record(z.string(), whole(1024, 100_000_000)),
  'chat.imageDescriber': text,
  prompts: z.array(z.object({ name: text, prompt: text })),
  'agents.tools': z.enum(['tools', 'mcp', 'both', 'off']),
} satisfies Record<keyof SettingTypes, z.ZodMiniType>;

/** A setting's value, and whether something of what was set could not be used. */
export interface CheckedSetting<T> {
  /** `undefined` where nothing of it can be used: then the default is in force. */
  value: T | undefined;
  isWhole: boolean;
}

/** Checks what stands in the settings. Of a list or a table the entries that can be used stay. */
export function checkedSetting<K extends keyof SettingTypes>(
  name: K,
  set: unknown,
): CheckedSetting<SettingTypes[K]> {
  const parse = (value: unknown): unknown => settingSchemas[name].safeParse(value).data;
  const value = parse(set);
  // As it was set: what is not known of an entry may be for a later version.
  if (value !== undefined) return { value: set as SettingTypes[K], isWhole: true };
  const rest = withoutWrong(set, parse);
  return { value: rest as SettingTypes[K] | undefined, isWhole: false };
}

function withoutWrong(set: unknown, parse: (value: unknown) => unknown): unknown {
  if (Array.isArray(set)) {
    const kept = set.filter(entry => parse([entry]) !== undefined);
    return parse(kept) === undefined ? undefined : kept;
  }
  if (typeof set !== 'object' || set === null) return undefined;
  const kept = Object.entries(set).filter(([key, entry]) => parse({ [key]: entry as unknown }) !== undefined);
  const table = Object.fromEntries(kept);
  return parse(table) === undefined ? undefined : table;
}
