import { otherLabel } from './modelLabels.ts';

/** The labels of what a key has spent: ids, since names are what a person wrote. */
export interface KeyLabels {
  workspace: string;
  key: string;
  member: string;
}

/** Keys that have labels of their own. */
export const mostKeys = 1000;

/** Gives the labels of a key, of which so many have their own: keys come and go while a service runs. */
export function keyLabels(): (of: { workspaceId: string; keyId: string; memberId: string }) => KeyLabels {
  const known = new Set<string>();
  return ({ workspaceId, keyId, memberId }) => {
    if (!known.has(keyId) && known.size >= mostKeys)
      return { workspace: otherLabel, key: otherLabel, member: otherLabel };
    known.add(keyId);
    return { workspace: workspaceId, key: keyId, member: memberId };
  };
}
