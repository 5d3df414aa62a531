/* global document, location, addEventListener, URLSearchParams */
// Tokens of links stand behind # in the address: browsers keep that part to themselves. This puts it into the form.
const form = document.querySelector('[data-link-form]');

/** The values behind #. Some programs write = and & there as %3D and %26 when they open a link. */
const valuesOfLink = () =>
  new URLSearchParams(location.hash.slice(1).replace(/%3D/gi, '=').replace(/%26/g, '&'));

function read() {
  const values = valuesOfLink();
  if (!values.get('token')) return;
  for (const input of form.querySelectorAll('input[type=hidden]')) input.value = values.get(input.name) ?? '';
  document.querySelector('[data-no-link]').hidden = true;
  form.hidden = false;
  // Looking at an invitation uses nothing up; signing in waits for the person.
  if (form.dataset.linkForm === 'send') form.submit();
  else form.querySelector('button').focus();
}

// A second link in the same tab may differ behind # alone, and then loads no page.
addEventListener('hashchange', () => {
  if (form) read();
  else if (valuesOfLink().has('token')) location.assign(`${location.pathname}?again${location.hash}`);
});
if (form) read();
