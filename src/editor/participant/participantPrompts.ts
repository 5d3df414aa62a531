/** What is asked for the alternative text of an image; the person's words go along. */
export function altPrompt(words: string): string {
  return withWords(
    'Write the alternative text of this image for a web page: one sentence of at most 125 characters that tells what matters to ' +
      'somebody who cannot see it. Do not begin with "Image of". Quote text that matters. Answer with the sentence alone.',
    words,
  );
}

/** What is asked about several images. @param names in the order in which the images are sent. */
export function comparePrompt(names: readonly string[], words: string): string {
  const list = names.map((name, index) => `${index + 1}. ${JSON.stringify(name)}`).join('\n');
  return withWords(
    `Compare these images, which are called, in this order:\n${list}\nSay first what they have in common, then in a list what differs. ` +
      'Call each image by its name.',
    words,
  );
}

function withWords(prompt: string, words: string): string {
  return words === '' ? prompt : `${prompt}\n\nIn particular: ${words}`;
}
