import { expect, test } from 'vitest';
import type { Answer } from '../../../../src/inference/api/answer.ts';
import { describingText } from '../../../../src/runs/running/describingText.ts';

const whole = (text: string): Answer => ({ text, reasoning: '', refusal: '', reason: 'complete' });

test.each([
  "I'm sorry, I can't assist with that.",
  'I’m sorry, but I can’t help with that request.',
  'Sorry, I cannot help with identifying people in pictures.',
  'I am unable to assist with this image.',
  "I apologize, but I'm not able to help with that.",
  'Unfortunately, I cannot comply with this request.',
  'I cannot fulfill your request.',
  "I won't be able to help with that.\n",
])('a refusal in plain words is no description: %s', text => {
  expect(() => describingText(whole(text), false)).toThrow('refused to answer');
});

test.each([
  "I can't see any people in this picture; it shows an empty street.",
  "I'm sorry, I can't help with naming the person, but I can describe the picture: a woman on a bench.",
  'A sign that says "I\'m sorry, I can\'t assist with that."',
  'Sorry is written on the wall.',
  `I cannot help but notice the light. ${'It falls on a table. '.repeat(20)}`,
  'A man who cannot help laughing.',
])('what describes is left alone: %s', text => {
  expect(describingText(whole(text), false)).toBe(text);
});

test.each([
  ['<think>\nA cat?\n</think>\n\nA cat.', 'A cat.'],
  ['A cat, I believe.\n</think>\nA cat.', 'A cat.'],
  [' <thinking>Hm.</thinking>A cat.', 'A cat.'],
  ['The tag <think> is written on the wall.', 'The tag <think> is written on the wall.'],
])('thoughts before the answer go: %j', (text, expected) => {
  expect(describingText(whole(text), false)).toBe(expected);
});

test.each(['<think>A cat?</think>', '<think>A cat, or is it', '<think></think>\n \n'])(
  'thoughts alone are no answer: %j',
  text => {
    expect(() => describingText(whole(text), false)).toThrow('without a word of answer');
  },
);

test('an answer in a form is judged by its form', () => {
  expect(describingText(whole("I'm sorry, I can't assist with that."), true)).toContain('sorry');
});

test('a refusal without end is told by its beginning', () => {
  const refusal = 'No, and no, and no. '.repeat(50_000);
  let message = '';
  try {
    describingText({ ...whole(''), refusal, reason: 'refused' }, false);
  } catch (error) {
    ({ message } = error as Error);
  }
  expect(message).toMatch(/^The model refused to answer: No, and no/);
  expect(message.length).toBeLessThanOrEqual(300);
});
