/* global document */
// The part of the form that the chosen provider does not need is turned off: it is not checked and not sent.
const form = document.querySelector('[data-add-provider]');
const provider = form?.elements.namedItem('provider');

function follow() {
  const { kind } = provider.selectedOptions[0].dataset;
  for (const input of form.querySelectorAll('.for-other input')) input.disabled = kind !== 'other';
  for (const input of form.querySelectorAll('.for-address input'))
    input.disabled = kind !== 'other' && kind !== 'address';
}

if (provider) {
  // Without a script all of it is sent, and the service says what is missing.
  for (const input of form.querySelectorAll('[data-required]')) input.required = true;
  provider.addEventListener('change', follow);
  follow();
}
