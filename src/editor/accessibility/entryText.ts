import { t } from '../../base/l10n.ts';
import type { Entry } from '../../protocol/conversation.ts';
import { plainText } from './plainText.ts';

/** A question with its answer as text without marks. @param number Its place in the conversation, from 1. */
export function entryText(entry: Entry, number: number): string {
  const { prompt, pictures, text, error, model, provider } = entry;
  const images = pictures.map(({ name }) => name).join(', ');
  const parts = [
    t('Question {number}: {prompt}', { number, prompt }),
    ...(images === '' ? [] : [t('Images: {images}', { images })]),
    t('Answer of {model}:', { model: [model, provider].filter(part => part !== '').join(', ') }),
    ...(text === '' ? [] : [plainText(text)]),
    ...(error === undefined ? [] : [[error.message, error.hint ?? ''].join(' ').trim()]),
  ];
  return `${parts.join('\n\n')}\n`;
}
