/** What models say who ask what is wanted of them, or greet, instead of looking at an image. */
const asksBack: readonly string[] = [
  ...['how can i help', 'how can i assist', 'how may i help', 'how may i assist', 'what would you like'],
  ...[
    'what do you want me to',
    'what can i do for you',
    'what can i help',
    'could you provide more',
    'can you provide more',
  ],
  ...[
    'could you clarify',
    'could you please clarify',
    'please provide more',
    'please provide the text',
    'please clarify',
  ],
  ...['please let me know what', 'could you please provide', 'please provide the question'], // English
  ...['wie kann ich ihnen helfen', 'wie kann ich dir helfen', 'was möchten sie', 'womit kann ich'], // German
  ...['comment puis-je vous aider', "comment puis-je t'aider", 'que souhaitez-vous'], // French
  ...['en qué puedo ayudar', 'cómo puedo ayudar', 'qué te gustaría', 'qué le gustaría'], // Spanish
  ...['como posso ajudar', 'em que posso ajudar', 'o que você gostaria'], // Portuguese
  ...['come posso aiutar', 'cosa vorresti'], // Italian
  ...['hoe kan ik je helpen', 'hoe kan ik u helpen', 'waarmee kan ik'], // Dutch
  ...['чем могу помочь', 'чем я могу', 'как я могу помочь'], // Russian
  ...['有什么可以帮', '有什麼可以幫', '我能帮你', '请问您需要', '请提供更多'], // Chinese
  ...['何かお手伝い', 'お手伝いできることは', 'どのようなご用件', '무엇을 도와', '어떻게 도와'], // Japanese, Korean
];

/** Longest answer that is only about the question, characters. */
const longest = 300;

/** Words before a question that is only repeated: `You wrote:`. */
const mostBefore = 3;

/** Words that a prompt must have to be found again in an answer. */
const leastOfPrompt = 3;

/**
 * Whether an answer is about the question instead of the image: it repeats the prompt, as servers do that only echo, or
 * asks what is wanted.
 */
export function isAboutQuestion(answer: string, prompt: string): boolean {
  if (answer.length > longest + prompt.length) return false;
  const said = wordsOf(answer);
  const asked = wordsOf(prompt);
  const before = said.length - asked.length;
  if (asked.length >= leastOfPrompt && before >= 0 && before <= mostBefore)
    if (said.slice(before).join(' ') === asked.join(' ')) return true;
  const text = answer.trim().toLowerCase().replaceAll('’', "'");
  const end = text.at(-1) ?? '';
  // What is quoted from an image ends with the quotation mark.
  return text.length <= longest && '?!.？！。'.includes(end) && asksBack.some(words => text.includes(words));
}

/** The words of a text in lower case, without what stands between them. */
export function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '');
}
