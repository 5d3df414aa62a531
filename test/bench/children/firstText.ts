/** Milliseconds to the first text: `firstText.ts <dist of the extension> <API format>`. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type OpenAI from 'openai';
import type { LLM } from '../../../src/inference/index.ts';
import { startTestProvider } from '../../support/testProvider.ts';
import { median } from '../figure.ts';

const [dist, api] = process.argv.slice(2) as [string, LLM['api']];
const pairs = 60;
const warmUp = 10;
const load = (file: string): Promise<unknown> => import(pathToFileURL(path.join(dist, file)).href);
const inference = (await load('inference.mjs')) as typeof import('../../../src/inference/index.ts');
const openai = (await load('openai.mjs')) as typeof import('openai');

const provider = await startTestProvider();
const [model, text] = ['test-model', 'Say something.'];
const access = { apiKey: 'bench', baseURL: provider.url };
const llm = new inference.LLM({ model, api, ...access });
const client: OpenAI = new openai.default(access);

async function throughWrapper(): Promise<number> {
  const begin = performance.now();
  for await (const event of llm.stream(text)) if (event.type === 'text') return performance.now() - begin;
  return Number.NaN;
}

async function throughBareClient(): Promise<number> {
  const begin = performance.now();
  if (api === 'responses') {
    for await (const event of await client.responses.create({ model, input: text, stream: true }))
      if (event.type === 'response.output_text.delta') return performance.now() - begin;
  } else {
    const messages = [{ role: 'user' as const, content: text }];
    for await (const chunk of await client.chat.completions.create({ model, messages, stream: true }))
      if (chunk.choices[0]?.delta.content) return performance.now() - begin;
  }
  return Number.NaN;
}

const wrapper: number[] = [];
const bare: number[] = [];
for (let pair = -warmUp; pair < pairs; pair++) {
  // The first of a pair takes turns: whatever comes second finds the caches warm.
  const wrapperFirst = pair % 2 === 0;
  const first = await (wrapperFirst ? throughWrapper : throughBareClient)();
  const second = await (wrapperFirst ? throughBareClient : throughWrapper)();
  if (pair < 0) continue;
  wrapper.push(wrapperFirst ? first : second);
  bare.push(wrapperFirst ? second : first);
}
const difference = median(wrapper.map((time, index) => time - (bare[index] ?? Number.NaN)));
console.log(JSON.stringify({ wrapper: median(wrapper), bare: median(bare), difference, pairs }));
process.exit();
