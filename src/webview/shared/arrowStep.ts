/** Where the next of things side by side stands: 1 on the right; -1 on the left, on a page from right to left. */
export function nextSide(): 1 | -1 {
  return document.documentElement.dir === 'rtl' ? -1 : 1;
}

/** How an arrow key steps through things side by side: 1 to the next, -1 to the one before, undefined for other keys. */
export function arrowStep(key: string): 1 | -1 | undefined {
  const side = { ArrowLeft: -1, ArrowRight: 1 }[key];
  return side === undefined ? undefined : side === nextSide() ? 1 : -1;
}
