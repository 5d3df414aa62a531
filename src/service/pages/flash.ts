import { newToken } from '../store/secrets.ts';

/** A flash message: what the page after a change shows, once. */
export type Flash =
  /** Something was done. */
  | { kind: 'done'; words: string }
  /** A service key was made: the one page that holds its value. */
  | { kind: 'newKey'; keyId: string; name: string; key: string }
  /** An existing key that its owner wants to copy. */
  | { kind: 'shownKey'; name: string; key: string }
  /** A host was prepared; its token is told this once. */
  | { kind: 'hostToken'; name: string; token: string; expiresAt: string }
  /** A link was made that signs somebody in or lets them join. */
  | { kind: 'link'; purpose: 'invitation' | 'signIn'; who: string; url: string; expiresAt: string }
  /** A form was refused: it is shown again with what was typed, except secrets. */
  | { kind: 'problem'; form: string; words: string; values: Readonly<Record<string, string>> };

/** Carries flashes from the form that was sent to the page that follows, in this process's memory only. */
export interface Flashes {
  /** Keeps a flash and gives its name for the address of the page. */
  keep: (userId: string, flash: Flash) => string;
  /** The flash of that name, once, for the person it was kept for. */
  take: (userId: string, name: string) => Flash | undefined;
}

/** Milliseconds in which the browser has to follow. */
const lifetime = 60_000;
/** Most flashes at a time, so that forms whose page nobody fetches take no memory. */
const most = 500;

/** Makes the place where flashes are kept. */
export function createFlashes(now: () => number): Flashes {
  const kept = new Map<string, { userId: string; expiresAt: number; flash: Flash }>();
  return {
    keep: (userId, flash) => {
      for (const [name, { expiresAt }] of kept)
        if (expiresAt <= now() || kept.size >= most) kept.delete(name);
      const name = newToken();
      kept.set(name, { userId, expiresAt: now() + lifetime, flash });
      return name;
    },
    take: (userId, name) => {
      const entry = kept.get(name);
      if (entry?.userId !== userId) return undefined;
      kept.delete(name);
      return entry.expiresAt > now() ? entry.flash : undefined;
    },
  };
}
