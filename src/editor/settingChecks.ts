import { isJsonObject } from '../base/json.ts';
import type { SettingTypes } from '../contributions.ts';

/*
 * Settings are read at activation. A library for shapes would take as much time to load as all the rest of it, for checks as
 * simple as these.
 */

type Check = (value: unknown) => boolean;

const isText: Check = value => typeof value === 'string' && value.length <= 20_000;
const isFlag: Check = value => typeof value === 'boolean';
const isOneOf =
  (...all: string[]): Check =>
  value =>
    all.some(one => one === value);
const isWithin =
  (least: number, most: number): Check =>
  value =>
    typeof value === 'number' && value >= least && value <= most;
const isWhole = (least: number, most: number): Check => {
  const fits = isWithin(least, most);
  return value => Number.isSafeInteger(value) && fits(value);
};
const isNullOr =
  (check: Check): Check =>
  value =>
    value === null || check(value);
const isListOf =
  (check: Check): Check =>
  value =>
    Array.isArray(value) && value.every(check);
const isTableOf =
  (check: Check): Check =>
  value =>
    isJsonObject(value) && Object.values(value).every(check);
/** An object with these members, and any of `others`; what is not known of it may be for a later version. */
const hasMembers =
  (needed: Record<string, Check>, others: Record<string, Check> = {}): Check =>
  value =>
    isJsonObject(value) &&
    Object.entries(needed).every(([name, check]) => check(value[name])) &&
    Object.entries(others).every(([name, check]) => value[name] === undefined || check(value[name]));

const isOwnProvider = hasMembers(
  { id: value => isText(value) && value !== '' && (value as string).length <= 100, baseUrl: isText },
  {
    label: isText,
    apiFormat: isOneOf('responses', 'chat.completions'),
    keyVariable: isText,
    needsKey: isFlag,
    takesImages: isFlag,
    fetchesImages: isFlag,
  },
);

const isPrice = isWithin(0, 1e6);

/** What each setting may be, as `package.json` tells the editor, which does not hold anybody to it. */
const settingChecks: Record<keyof SettingTypes, Check> = {
  provider: isText,
  model: isText,
  apiFormat: isOneOf('provider', 'responses', 'chat.completions'),
  providers: isListOf(isOwnProvider),
  providerAddresses: isTableOf(isText),
  keysFromEnvironment: isListOf(isText),
  'models.mirror': isText,
  'service.url': isText,
  'service.keyVariable': isText,
  temperature: isNullOr(isWithin(0, 2)),
  topP: isNullOr(isWithin(0, 1)),
  maxOutputTokens: isNullOr(isWhole(1, Number.MAX_SAFE_INTEGER)),
  requestTimeout: isWithin(1, 86_400),
  maxRetries: isWhole(0, 10),
  'image.maxSide': isWhole(64, 16_384),
  'image.quality': isWhole(1, 100),
  'image.detail': isOneOf('fit', 'original', 'tiles'),
  'image.mapping': isOneOf('auto', 'full', 'window'),
  'image.allowedHosts': isListOf(isText),
  'recognition.enabled': isFlag,
  'describe.prompt': isText,
  'describe.concurrency': isWhole(1, 16),
  'runs.concurrency': isWhole(1, 64),
  'runs.prices': isTableOf(hasMembers({ input: isPrice, output: isPrice })),
  'runs.sharedAnswers': isFlag,
  'chat.enabled': isFlag,
  'chat.contextWindows': isTableOf(isWhole(1024, 100_000_000)),
  'chat.imageDescriber': isText,
  prompts: isListOf(hasMembers({ name: isText, prompt: isText })),
  'agents.tools': isOneOf('tools', 'mcp', 'both', 'off'),
};

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
  const fits = settingChecks[name];
  if (fits(set)) return { value: set as SettingTypes[K], isWhole: true };
  const rest = withoutWrong(set, fits);
  return { value: rest as SettingTypes[K] | undefined, isWhole: false };
}

function withoutWrong(set: unknown, fits: Check): unknown {
  if (Array.isArray(set)) {
    const kept = set.filter(entry => fits([entry]));
    return fits(kept) ? kept : undefined;
  }
  if (!isJsonObject(set)) return undefined;
  const table = Object.fromEntries(Object.entries(set).filter(([key, entry]) => fits({ [key]: entry })));
  return fits(table) ? table : undefined;
}
