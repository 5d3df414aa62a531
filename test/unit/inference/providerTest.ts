import { afterAll, beforeAll, beforeEach, vi } from 'vitest';
import { ask } from '../../../src/inference/ask.ts';
import type { ApiFormat } from '../../../src/inference/api/apiFormat.ts';
import { forgetLearned } from '../../../src/inference/api/learned.ts';
import type { AskOptions, Destination, Question } from '../../../src/inference/api/question.ts';
import { collect, type Collected } from '../../support/provider/collect.ts';
import { startTestProvider, type TestProvider } from '../../support/testProvider.ts';

/** Both formats, for tests that hold in each. */
export const formats: readonly ApiFormat[] = ['responses', 'chat.completions'];

/** A key of no account. */
export const testKey = 'sk-test-0123456789abcdef';

/** A provider for the tests of a file, fresh for each of them. */
export function useTestProvider(): TestProvider {
  const proxy = {} as TestProvider;
  beforeAll(async () => {
    Object.assign(proxy, await startTestProvider());
  });
  beforeEach(() => {
    proxy.reset();
    forgetLearned();
  });
  afterAll(() => proxy.close());
  return proxy;
}

/** A question in plain text. */
export function question(text = 'Hello?', more: Partial<Question> = {}): Question {
  return { model: 'test-model', turns: [{ role: 'user', text }], ...more };
}

/** Where the test provider stands. */
export function destination(
  baseURL: string,
  api: ApiFormat = 'chat.completions',
  more: Partial<Destination> = {},
): Destination {
  return { label: 'Test Provider', baseURL, api, apiKey: testKey, ...more };
}

/** Pauses that take no time, and how long they would have been. */
export function instantSleep(): { sleep: NonNullable<AskOptions['sleep']>; pauses: number[] } {
  const pauses: number[] = [];
  const sleep = vi.fn((milliseconds: number) => {
    pauses.push(milliseconds);
    return Promise.resolve();
  });
  return { sleep, pauses };
}

/** Asks and collects the answer, without waiting between tries. */
export function askIt(
  to: Destination,
  asked: Question = question(),
  options: AskOptions = {},
): Promise<Collected> {
  return collect(ask(asked, to, { sleep: instantSleep().sleep, ...options }));
}
