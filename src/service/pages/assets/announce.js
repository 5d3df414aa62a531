/* global document, setTimeout */
const announcer = document.querySelector('#announcer');

/** Tells a screen reader; the same words twice are told twice. */
export function announce(words) {
  const place = document.querySelector('dialog:modal .announcer') ?? announcer;
  place.textContent = '';
  setTimeout(() => (place.textContent = words), 50);
}
