/** Characters of a selection that a menu takes along. */
const longestSelection = 1_000_000;

/**
 * The attribute by which the editor makes the menu of a right click on an element: it has the commands of `webview/context`
 * in `package.json` whose `when` fits these values, and they get them as their argument. Cut, Copy and Paste, which the
 * editor offers everywhere, stay away.
 * @param section `webviewSection` in `when`.
 */
export function menuOf(
  section: string,
  values: Record<string, string | boolean>,
): { 'data-vscode-context': string } {
  return {
    'data-vscode-context': JSON.stringify({
      webviewSection: section,
      preventDefaultContextMenuItems: true,
      ...values,
    }),
  };
}

/** What of an element's text is selected; empty where nothing is. */
export function selectedIn(element: Node): string {
  const selection = getSelection();
  if (selection === null || selection.rangeCount === 0) return '';
  const isHere = selection.getRangeAt(0).intersectsNode(element);
  return isHere ? selection.toString().slice(0, longestSelection) : '';
}
