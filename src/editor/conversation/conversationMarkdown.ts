import { formatTime } from '../../base/localFormat.ts';
import type { Conversation, Entry } from '../../protocol/conversation.ts';

/** A conversation as a Markdown document: each question with the names of its images, and its answer as the model wrote it. */
export function conversationMarkdown(title: string, { entries }: Pick<Conversation, 'entries'>): string {
  return `${[`# ${oneLine(title)}`, ...entries.flatMap(ofEntry)].join('\n\n')}\n`;
}

/** One question with its answer as Markdown. */
export function entryMarkdown(entry: Entry): string {
  return `${ofEntry(entry).join('\n\n')}\n`;
}

function ofEntry({ prompt, pictures, text, error, model, provider, createdAt }: Entry): string[] {
  const asked = prompt.split('\n').map(line => `> ${line}`);
  const images = pictures.map(({ name }) => `> ${code(name)}`);
  const about = [provider, model, formatTime(createdAt)].filter(part => part !== '');
  return [
    [...images, ...asked].join('\n'),
    ...(text === '' ? [] : [text]),
    ...(error === undefined ? [] : [`**${oneLine(error.message)}**`]),
    `*${about.map(oneLine).join(' · ')}*`,
  ];
}

/** A name as code: between more backticks than it has in a row. */
function code(name: string): string {
  const runs = name.split(/[^`]/).map(run => run.length);
  const fence = '`'.repeat(Math.max(...runs) + 1);
  return `${fence} ${oneLine(name)} ${fence}`;
}

function oneLine(text: string): string {
  return text.replaceAll(/[\r\n]+/g, ' ');
}
