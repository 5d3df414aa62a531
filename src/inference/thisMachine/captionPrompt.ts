import { followsPrompts, type CaptionerKind } from '../../captioning/models/captionerKind.ts';
import { defaultPrompt } from '../api/input.ts';
import { asksForDescription } from '../promptKind.ts';

/** What a model is asked, or why it cannot be. */
export type CaptionPrompt = { prompt: string } | { refusal: string };

/** Characters of a prompt that are looked at. */
const longestLookedAt = 2000;

/**
 * What of a question goes to a model: all of it where the model follows prompts, else only that it asks for a description,
 * and how long a one.
 */
export function captionPrompt(
  { kind, label }: { kind: CaptionerKind; label: string },
  text: string,
): CaptionPrompt {
  const asked = text.trim();
  if (followsPrompts(kind)) return { prompt: asked === '' ? defaultPrompt : asked };
  const task = kind === 'florence' ? florenceTask(asked) : undefined;
  if (task !== undefined) return { prompt: task };
  if (asked !== '' && asked !== defaultPrompt && !asksForDescription(asked))
    return {
      refusal:
        `${label} ${kind === 'florence' ? 'describes images and reads their text' : 'writes one caption for an image'}. ` +
        'It cannot answer questions or follow other prompts. For that, choose another model.',
    };
  return { prompt: kind === 'florence' ? '<DETAILED_CAPTION>' : '' };
}

/** Tasks of Florence-2, by the words of prompts that ask for them. */
const florenceTasks: readonly (readonly [string, readonly string[]])[] = [
  ['<MORE_DETAILED_CAPTION>', ['in detail', 'detailed', 'as much as']],
  ['<CAPTION>', ['brief', 'short', 'one sentence', 'alt text', 'alternative text', 'caption']],
];
const readingWords: readonly string[] = [
  'read the text',
  'transcribe',
  'extract the text',
  'what does it say',
];

/** The task that a prompt means; its own name means it, too. */
function florenceTask(asked: string): string | undefined {
  const names = ['<CAPTION>', '<DETAILED_CAPTION>', '<MORE_DETAILED_CAPTION>', '<OCR>'];
  const named = names.find(name => name === asked);
  if (named !== undefined) return named;
  const words = asked.slice(0, longestLookedAt).toLowerCase();
  if (readingWords.some(word => words.includes(word))) return '<OCR>';
  if (!asksForDescription(asked)) return undefined;
  return florenceTasks.find(([, meant]) => meant.some(word => words.includes(word)))?.[0];
}
