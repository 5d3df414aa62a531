/**
 * Gives an element the focus: at once where the person is in this page, else as soon as they come to it. A page that took
 * the focus while the person is elsewhere in the window would close the list that they choose from, or take their next
 * keys from the text they are writing.
 */
export function takeFocus(element: HTMLElement): void {
  window.removeEventListener('focus', giveLater);
  waiting = undefined;
  if (document.hasFocus()) return element.focus();
  waiting = element;
  window.addEventListener('focus', giveLater, { once: true });
}

/** What gets the focus when the person comes to the page. */
let waiting: HTMLElement | undefined;

function giveLater(): void {
  if (waiting?.isConnected === true) waiting.focus();
  waiting = undefined;
}
