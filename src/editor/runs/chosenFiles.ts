import { t } from '../../base/l10n.ts';
import { baseName } from '../../base/baseName.ts';
import type { Uri } from 'vscode';

/**
 * What a command was called on: the explorer gives the clicked URI and all selected ones, the palette nothing, and a
 * keybinding either. Each is named once, in the order of the selection.
 * @returns `undefined` where the command was called on nothing.
 */
export function chosenFiles(clicked: unknown, selected: unknown): Uri[] | undefined {
  const given: unknown[] = Array.isArray(selected) && selected.length > 0 ? selected : [clicked];
  const files = new Map(given.filter(isUri).map(uri => [uri.toString(), uri]));
  return files.size === 0 ? undefined : [...files.values()];
}

/** A URI of the editor, told by its parts: one from another extension is of another class. */
function isUri(value: unknown): value is Uri {
  return (
    typeof value === 'object' &&
    value !== null &&
    'scheme' in value &&
    typeof value.scheme === 'string' &&
    'path' in value &&
    typeof value.path === 'string' &&
    'with' in value
  );
}

/** How a run of these is called: by the one file or folder, else by where they lie and how many they are. */
export function titleOf(chosen: readonly Uri[]): string {
  const [first] = chosen;
  if (first === undefined) return t('Images');
  return chosen.length === 1
    ? baseName(first.path)
    : t('{name} and {chosen} more', { name: baseName(first.path), chosen: chosen.length - 1 });
}
