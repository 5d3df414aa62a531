import { expect, test } from 'vitest';
import { conversationMarkdown } from '../../../src/editor/conversation/conversationMarkdown.ts';
import { conversationTitle } from '../../../src/editor/conversation/conversationTitle.ts';
import { defaultPrompt } from '../../../src/inference/api/input.ts';
import { makeEntry } from '../webview/panel/messages.ts';

const picture = { id: 'p', name: 'lake `at` dusk.jpg', notes: [] };

test('a conversation is called by its first image and the first question that the person wrote', () => {
  const described = makeEntry('a', { prompt: defaultPrompt, pictures: [picture] });
  expect(conversationTitle({ entries: [described] })).toBe('lake `at` dusk.jpg');
  const asked = makeEntry('b', { prompt: 'Which colour?\nAnd why?' });
  expect(conversationTitle({ entries: [described, asked] })).toBe('lake `at` dusk.jpg: Which colour?');
  expect(
    Array.from(conversationTitle({ entries: [makeEntry('c', { prompt: 'x'.repeat(500) })] })),
  ).toHaveLength(80);
  expect(conversationTitle({ entries: [] })).toBe('Conversation');
});

test('as Markdown it has each question, its images and its answer, and a name is no markup', () => {
  const text = conversationMarkdown('A\nlake', {
    entries: [
      makeEntry('a', { prompt: 'What?\n# no heading', pictures: [picture], text: '**A lake.**' }),
      makeEntry('b', { prompt: 'Why?', error: { message: 'No connection.', remedies: [] } }),
    ],
  });
  expect(text).toContain(
    '# A lake\n\n> `` lake `at` dusk.jpg ``\n> What?\n> # no heading\n\n**A lake.**\n\n',
  );
  expect(text).toContain('> Why?\n\n**No connection.**');
});
