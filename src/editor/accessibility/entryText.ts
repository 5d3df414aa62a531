import type { Entry } from '../../protocol/conversation.ts';
import { plainText } from './plainText.ts';

/** A question with its answer as text without marks. @param number Its place in the conversation, from 1. */
export function entryText(entry: Entry, number: number): string {
  const { prompt, pictures, text, error, model, provider } = entry;
  const images = pictures.map(({ name }) => name).join(', ');
  const parts = [
    `Question ${number}: ${prompt}`,
    ...(images === '' ? [] : [`Images: ${images}`]),
    `Answer of ${[model, provider].filter(part => part !== '').join(', ')}:`,
    ...(text === '' ? [] : [plainText(text)]),
    ...(error === undefined ? [] : [[error.message, error.hint ?? ''].join(' ').trim()]),
  ];
  return `${parts.join('\n\n')}\n`;
}
