/* global document, fetch, navigator, setTimeout, Blob, ClipboardItem */
// Copy buttons: of a field beside them, or of a key that the service shows to its owner alone.
import { announce } from './announce.js';

/** Milliseconds that a button says it has copied. */
const said = 2000;
const checkMark = '<path d="m3 8.5 3.2 3.2L13 5"/>';

document.addEventListener('click', ({ target }) => {
  const button = target.closest?.('[data-copy-from], [data-copy-url]');
  if (button) copy(button).catch(error => fail(button, error));
});

// Until now a click on these buttons would have done nothing: they are not shown before. It comes before dialogs.js, which
// gives one of them the focus.
document.documentElement.classList.add('scripted');

async function copy(button) {
  const field = document.getElementById(button.dataset.copyFrom);
  const value = field ? Promise.resolve(field.value) : fetchValue(button.dataset.copyUrl);
  try {
    await write(value);
  } catch {
    // Without the right to the clipboard the person copies by hand.
    const text = await value;
    show(button, field, text);
    return;
  }
  tell(button);
}

async function fetchValue(url) {
  const response = await fetch(url);
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer.key;
}

/** Takes a promise, since Safari forgets the person's click while it waits. */
async function write(value) {
  if (typeof ClipboardItem === 'undefined') return navigator.clipboard.writeText(await value);
  const blob = value.then(text => new Blob([text], { type: 'text/plain' }));
  return navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
}

function tell(button) {
  announce('Copied');
  const icon = button.querySelector('.icon');
  const words = button.querySelector('span');
  const before = [icon.innerHTML, words?.textContent];
  if (button.classList.contains('copied')) return;
  button.classList.add('copied');
  icon.innerHTML = checkMark;
  if (words) words.textContent = 'Copied';
  setTimeout(() => {
    button.classList.remove('copied');
    icon.innerHTML = before[0];
    if (words) words.textContent = before[1];
  }, said);
}

function show(button, field, text) {
  const input = field ?? insertField(button, text);
  input.focus();
  input.select();
  announce('This page cannot use the clipboard. The value is selected: copy it manually.');
}

function insertField(button, text) {
  const input = document.createElement('input');
  input.className = 'mono';
  input.readOnly = true;
  input.value = text;
  input.setAttribute('aria-label', 'Key');
  input.addEventListener('blur', () => input.remove());
  button.closest('tr').querySelector('td').append(input);
  return input;
}

function fail(button, error) {
  const note = document.createElement('span');
  note.className = 'hint';
  note.textContent = `Not copied: ${error.message}`;
  button.closest('td, .field')?.append(note);
  announce(note.textContent);
  setTimeout(() => note.remove(), 5 * said);
}
