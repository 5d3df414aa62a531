import type { Clause } from './clauses.ts';

/** The commonest words of English questions and wishes, none of them as common in another language. */
const english = new Set(
  (
    'the is are there this that what how many of and or with for you your it its which where who why when any some does do can ' +
    'could would should please tell me show give write make list find out about image picture photo from into like as by ' +
    'be been has have not if than then they their all one two three more most only every each explain translate describe ' +
    'read name identify count color colour text sign summarize summarise think see look looks'
  ).split(' '),
);

/** Whether a question is in English, as far as its words tell; one of a single word is taken for it. */
export function isEnglish(words: Clause): boolean {
  const letters = words.join('');
  const latin = letters.replace(/[^\p{Script=Latin}\p{N}]/gu, '');
  if (latin.length < letters.length / 2) return false;
  return words.length < 2 || words.filter(word => english.has(word)).length > words.length / 4;
}

const others = (
  'german french spanish italian portuguese dutch polish russian ukrainian turkish arabic hebrew hindi chinese japanese ' +
  'korean greek swedish norwegian danish finnish czech hungarian romanian latin vietnamese thai'
).split(' ');

/** Whether the answer is wanted in another language than English. */
export function languageAskedFor(clauses: readonly Clause[]): boolean {
  return clauses.some(clause =>
    clause.some((word, at) => word === 'in' && others.includes(clause[at + 1] ?? '')),
  );
}
