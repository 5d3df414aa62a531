/* global document, history, location, URL */
// What pages gain from JavaScript. Reading, and sending forms, works without it.
import './addProvider.js';
import './copy.js';
import './dialogs.js';
import './readLink.js';
import './times.js';
import './watchUse.js';
import { announce } from './announce.js';

// Screen readers hear of changes only: what came with the page is said once more.
const done = document.querySelector('[data-announce]');
if (done) announce(done.textContent.trim());

// One menu at a time, closed by Escape and by a click elsewhere.
const openMenus = () => document.querySelectorAll('details.menu[open]');
document.addEventListener('click', ({ target }) => {
  for (const menu of openMenus()) if (!menu.contains(target)) menu.open = false;
});
document.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape') return;
  for (const menu of openMenus()) {
    menu.open = false;
    menu.querySelector('summary').focus();
  }
});
// A flash message is shown once: its name leaves the address.
const here = new URL(location.href);
if (here.searchParams.has('flash')) {
  here.searchParams.delete('flash');
  history.replaceState(null, '', here);
}
