import { newToken } from '../store/secrets.ts';

/** What the page after a change has to show, once. */
export type Moment =
  /** Something was done. */
  | { kind: 'done'; words: string }
  /** A service key was made: the one page that holds its value. */
  | { kind: 'newKey'; keyId: string; name: string; key: string }
  /** A host was prepared; its token is told this once. */
  | { kind: 'hostToken'; name: string; token: string; expiresAt: string }
  /** A link was made that signs somebody in or lets them join. */
  | { kind: 'link'; purpose: 'invitation' | 'signIn'; who: string; url: string; expiresAt: string }
  /** A form was refused: it is shown again with what was typed, except secrets. */
  | { kind: 'problem'; form: string; words: string; values: Readonly<Record<string, string>> };

/** Carries moments from the form that was sent to the page that follows, in this process's memory only. */
export interface Moments {
  /** Keeps a moment and gives its name for the address of the page. */
  keep: (userId: string, moment: Moment) => string;
  /** The moment of that name, once, for the person it was kept for. */
  take: (userId: string, name: string) => Moment | undefined;
}

/** Milliseconds in which the browser has to follow. */
const lifetime = 60_000;
/** Most moments at a time, so that forms whose page nobody fetches take no memory. */
const most = 500;

/** Makes the place where moments are kept. */
export function createMoments(now: () => number): Moments {
  const kept = new Map<string, { userId: string; expiresAt: number; moment: Moment }>();
  return {
    keep: (userId, moment) => {
      for (const [name, { expiresAt }] of kept)
        if (expiresAt <= now() || kept.size >= most) kept.delete(name);
      const name = newToken();
      kept.set(name, { userId, expiresAt: now() + lifetime, moment });
      return name;
    },
    take: (userId, name) => {
      const entry = kept.get(name);
      if (entry?.userId !== userId) return undefined;
      kept.delete(name);
      return entry.expiresAt > now() ? entry.moment : undefined;
    },
  };
}
