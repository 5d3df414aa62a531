/** Beginnings of the words by which a description is asked for, in the languages in which models are asked most. */
const describing: readonly string[] = [
  ...['describ', 'descript', 'caption', 'alt text', 'alt-text', 'alternative text'], // English
  ...['beschreib', 'bildunterschrift', 'alternativtext'], // German
  ...['décri', 'légende', 'texte alternatif'], // French
  ...['descríb', 'descrip', 'pie de foto', 'texto alternativo'], // Spanish
  ...['descrev', 'descriç', 'legenda'], // Portuguese
  ...['descriv', 'descrizion', 'didascalia'], // Italian
  ...['beschrijv', 'bijschrift'], // Dutch
  ...['опиш', 'описани', 'подпис'], // Russian
  ...['描述', '说明', '說明', '説明', 'キャプション', '설명', '캡션'], // Chinese, Japanese, Korean
];

const questionMarks = ['?', '？', '؟', '¿'];

/** Characters of a prompt that are looked at. */
const longestLookedAt = 20_000;

/**
 * Whether a prompt asks for a description, whose answers differ with the images; a question may well have the same answer
 * for many.
 */
export function asksForDescription(prompt: string): boolean {
  const asked = prompt.slice(0, longestLookedAt).toLowerCase();
  return !questionMarks.some(mark => asked.includes(mark)) && describing.some(word => asked.includes(word));
}
