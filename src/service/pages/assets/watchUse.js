/* global document, fetch, location, setInterval, DOMParser */
// While a key is rotated: when the old and the new one were last used, without the person loading the page again.

/** Milliseconds between two looks; the service allows a hundred requests in a minute. */
const interval = 10_000;

async function look() {
  if (document.hidden) return;
  const response = await fetch(location.href);
  if (!response.ok) return;
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html');
  for (const part of document.querySelectorAll('[data-live]')) {
    const now = fresh.getElementById(part.id);
    if (now && now.textContent !== part.textContent) part.replaceChildren(...now.childNodes);
  }
}

if (document.querySelector('[data-watch-use]')) setInterval(() => look().catch(() => undefined), interval);
