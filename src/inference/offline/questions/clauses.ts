/** Characters of a question that are looked at. */
const longest = 4000;

/** Clauses of a question that are answered. */
const mostClauses = 20;

/** A part of a question that asks one thing, as its words in lower case. */
export type Clause = readonly string[];

/** Words with which a new question begins behind an "and" or a comma. */
const starters = new Set(
  (
    'how what what where which who is are does do can could any read count describe list tell find locate transcribe measure ' +
    'name extract please show give detect'
  ).split(' '),
);

const links = new Set(['and', 'then', 'also', 'but', ',']);

/** Splits what was asked into clauses: sentences, and questions that hang together by an "and". */
export function clausesOf(text: string): Clause[] {
  const clauses: string[][] = [];
  for (const sentence of text
    .slice(0, longest)
    .toLowerCase()
    .split(/[.?!;:\n\r]+/)) {
    let clause: string[] = [];
    const words = wordsOf(sentence);
    for (const [at, word] of words.entries()) {
      const next = words[at + 1];
      if (links.has(word) && (next === undefined || starters.has(next) || links.has(next))) {
        clauses.push(clause);
        clause = [];
      } else if (word !== ',') clause.push(word);
    }
    clauses.push(clause);
  }
  return clauses.filter(clause => clause.length > 0).slice(0, mostClauses);
}

/** The words of a text in lower case, commas among them; short forms are spelled out: `what`, `is`. */
function wordsOf(sentence: string): string[] {
  return sentence
    .replaceAll('’', "'")
    .replaceAll(',', ' , ')
    .split(/[^\p{L}\p{N}',]+/u)
    .flatMap(word => {
      if (word === '') return [];
      const [stem = '', end] = word.split("'");
      if (end === 's' && shortIs.has(stem)) return [stem, 'is'];
      if (end === 're') return [stem, 'are'];
      if (end === 't') return [stem.endsWith('n') ? stem.slice(0, -1) : stem];
      return stem === '' ? [] : [stem];
    });
}

/** Words whose `'s` is a verb. */
const shortIs = new Set(['what', 'where', 'who', 'there', 'it', 'that', 'here', 'how']);

/** Whether the words of the phrase stand in the clause, in a row. */
export function has(clause: Clause, ...phrases: string[]): boolean {
  const line = ` ${clause.join(' ')} `;
  return phrases.some(phrase => line.includes(` ${phrase} `));
}

/** Whether the clause begins with one of the phrases. */
export function begins(clause: Clause, ...phrases: string[]): boolean {
  const line = `${clause.join(' ')} `;
  return phrases.some(phrase => line.startsWith(`${phrase} `));
}
