/* global document, HTMLButtonElement */
// Dialogs that come open become modal; browsers that do not know `commandfor` yet get it from here.
const native = 'commandForElement' in HTMLButtonElement.prototype;

if (!native)
  document.addEventListener('click', ({ target }) => {
    const button = target.closest?.('button[commandfor]');
    const dialog = button && document.getElementById(button.getAttribute('commandfor'));
    if (!dialog) return;
    if (button.getAttribute('command') === 'close') dialog.close();
    else dialog.showModal();
  });

for (const dialog of document.querySelectorAll('dialog[data-open]')) {
  dialog.removeAttribute('open');
  dialog.showModal();
}

// What was shown once is gone from the page with its dialog.
for (const shown of document.querySelectorAll('[data-forget-on-close]'))
  shown.closest('dialog').addEventListener('close', () => shown.remove());
