import { SightlineError } from '../../base/errors.ts';
import type { Answer } from '../../inference/api/answer.ts';
import { unfinishedAnswer } from '../../inference/api/unfinishedAnswer.ts';

/**
 * What describes a picture in an answer: without the thoughts that some servers leave at its beginning.
 * @param inForm The answer is to be JSON, which shows by itself whether it is what was asked for.
 * @throws {SightlineError} where nothing does: it is cut, withheld or empty, or refuses in plain words.
 */
export function describingText(answer: Answer, inForm: boolean): string {
  const unfinished = unfinishedAnswer(answer);
  if (unfinished !== undefined) throw unfinished;
  const text = withoutThoughts(answer.text);
  if (text.trim() === '')
    throw new SightlineError('noAnswer', 'The model thought, and ended without a word of answer.');
  if (!inForm && isRefusal(text))
    throw new SightlineError('noAnswer', `The model refused to answer: ${text.trim()}`);
  return text;
}

/** Local servers pass on what a reasoning model writes in tags; some templates hold the opening one themselves. */
function withoutThoughts(text: string): string {
  const [, opening, rest] = /^\s*(<think(?:ing)?>)?([\s\S]*)$/.exec(text) ?? [];
  if (opening === undefined && /<think(?:ing)?>/.test(text)) return text;
  const [, after] = /<\/think(?:ing)?>\s*([\s\S]*)$/.exec(rest ?? '') ?? [];
  return after ?? (opening === undefined ? text : '');
}

/** Longer texts say more than that. */
const longestRefusal = 240;

const sorry = "(?:(?:I'm |I am )?(?:very |really |so )?sorry|I apologi[sz]e|unfortunately),? (?:but )?";
const cannot = "I (?:can't|cannot|can not|won't(?: be able to)?)|(?:I'm|I am) (?:not able|unable) to";
const refusal = new RegExp(
  `^(?:${sorry})?(?:${cannot}) (?:assist|help|comply|fulfil|process (?:this|that|your))`,
  'i',
);
/** Then it goes on to say what is there. */
const goesOn = /but I can(?!'t|not)|however|instead/i;

/**
 * The words with which models turn a picture down without the API's own refusal: "I'm sorry, I can't assist with that."
 * Only those that no description consists of.
 */
function isRefusal(text: string): boolean {
  const said = text.trim().replaceAll('’', "'");
  return said.length <= longestRefusal && refusal.test(said) && !goesOn.test(said);
}
