/* global document, setInterval */
// Times in words stay true while the page stands; the exact ones are told in the person's own time.
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/** Seconds of each unit, the largest first, as in `markup/time.ts`. */
const units = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** Words for a time: "3 minutes ago". */
function wordsFor(at) {
  const seconds = (at - Date.now()) / 1000;
  const unit = units.find(([, length]) => Math.abs(seconds) >= length);
  return unit ? relative.format(Math.trunc(seconds / unit[1]), unit[0]) : 'just now';
}

function refresh() {
  for (const element of document.querySelectorAll('time')) {
    const words = wordsFor(Date.parse(element.dateTime));
    if (element.textContent !== words) element.textContent = words;
  }
}

for (const element of document.querySelectorAll('time'))
  element.title = exact.format(Date.parse(element.dateTime));
setInterval(refresh, 30_000);
