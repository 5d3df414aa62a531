/** Members of `T` that may be `undefined` become optional ones that never are. */
export type Present<T> = {
  [Name in keyof T as undefined extends T[Name] ? never : Name]: T[Name];
} & {
  [Name in keyof T as undefined extends T[Name] ? Name : never]?: Exclude<T[Name], undefined>;
};

/** The object without the members that are `undefined`: what is absent stays absent. */
export function present<T extends object>(members: T): Present<T> {
  const found: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(members)) if (value !== undefined) found[name] = value;
  return found as Present<T>;
}
