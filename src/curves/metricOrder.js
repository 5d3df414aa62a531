/** The order of metrics on a page: losses, then what a model is judged by, then rates, then the others. */
export function metricOrder(one, other) {
  return rank(one) - rank(other) || one.localeCompare(other);
}

function rank(name) {
  const words = name.toLowerCase();
  if (words.includes('loss')) return 0;
  if (/map|accuracy|precision|recall|f1/.test(words)) return 1;
  return /(^|[^a-z])lr|learning/.test(words) ? 2 : 3;
}
