import { ask } from '../../../src/inference/ask.ts';
import { apiFormats } from '../../../src/inference/api/apiFormat.ts';
import { callStream, wholeCalls } from '../../support/provider/calledTools.ts';
import { answerIn, data, refusal } from '../../support/testProvider.ts';
import { mutateBytes, oddText } from '../mutate.ts';
import type { Random } from '../random.ts';
import { readOrRefused } from '../readOrRefused.ts';
import type { Target } from '../target.ts';

/** What a provider answers, and in which pieces. */
interface ProviderAnswer {
  api: (typeof apiFormats)[number];
  status: number;
  headers: Record<string, string>;
  /** Latin-1: each character is a byte. */
  body: string;
  /** Lengths of the pieces in which it comes; the rest comes at once. */
  pieces: number[];
  /** Whether the connection breaks at the end. */
  breaks: boolean;
}

/** The key that goes with each question; no failure may repeat it. */
const apiKey = 'acme-c4nary-0123456789';

const tools = [{ name: 'look', description: 'Looks.' }];

/** Streams, whole answers, calls of tools and errors of providers, cut and changed, in pieces of any size. */
const target: Target<ProviderAnswer> = {
  make: random => {
    const api = random.pick(apiFormats);
    const stream = random.chance(0.7);
    const original = originalBody(random, api, stream);
    const bytes = random.chance(0.9) ? mutateBytes(random, Buffer.from(original)) : Buffer.from(original);
    return {
      api,
      status: random.chance(0.7) ? 200 : random.pick([204, 301, 400, 401, 404, 413, 422, 429, 500, 503, 599]),
      headers: {
        'content-type': stream ? 'text/event-stream' : random.pick(['application/json', 'text/html', 'x']),
        ...(random.chance(0.1) ? { 'retry-after': random.pick(['0', '-1', '1e99', 'x', '3']) } : {}),
      },
      body: bytes.toString('latin1'),
      pieces: Array.from({ length: random.below(40) }, () => 1 + random.below(random.chance(0.5) ? 3 : 100)),
      breaks: random.chance(0.1),
    };
  },
  attempt: async answer => {
    let last: string | undefined;
    const read = async (): Promise<void> => {
      const question = { model: 'm', turns: [{ role: 'user' as const, text: 'Hello' }], tools };
      const ids = new Set<string>();
      const destination = { label: 'Fuzz', baseURL: 'https://fuzz.example/v1', api: answer.api, apiKey };
      const fetch = () => Promise.resolve(responseOf(answer));
      const options = { maxRetries: 1, sleep: () => Promise.resolve() };
      for await (const event of ask(question, { ...destination, fetch }, options)) {
        if (last === 'end') throw new Error('There is an event after the end.');
        last = event.type;
        if (event.type !== 'toolCall') continue;
        if (event.call.name === '' || ids.has(event.call.id)) throw new Error('A call that cannot be told.');
        ids.add(event.call.id);
      }
      if (last !== 'end') throw new Error('An answer without an end.');
    };
    await readOrRefused(
      read().catch((error: unknown) => {
        if (error instanceof Error && error.message.includes(apiKey))
          throw new Error('A failure with the key in it.');
        throw error;
      }),
    );
  },
};

export default target;

function originalBody(random: Random, api: ProviderAnswer['api'], stream: boolean): string {
  if (random.chance(0.2)) {
    const { body } = refusal(400, {
      message: `${oddText(random)} ${apiKey} ${oddText(random)}`,
      code: oddText(random),
    });
    return stream && random.chance(0.5) ? data(body) : JSON.stringify(body);
  }
  if (random.chance(0.3)) {
    const calls = Array.from({ length: 1 + random.below(3) }, (_, at) => ({
      id: random.pick(['', 'call_0', `call_${at}`]),
      name: random.pick(['look', oddText(random)]),
      arguments: random.pick(['{}', '', '{"path":"a","at":[1,{"b":"}"}]}', oddText(random)]),
    }));
    return stream
      ? callStream(api, calls)
          .filter(step => typeof step === 'string')
          .join('')
      : JSON.stringify(wholeCalls(api, calls));
  }
  const parts = Array.from({ length: random.below(5) }, () => oddText(random));
  const { body = '' } = answerIn(api, parts, { stream });
  return Array.isArray(body) ? body.filter(step => typeof step === 'string').join('') : JSON.stringify(body);
}

function responseOf({ status, headers, body, pieces, breaks }: ProviderAnswer): Response {
  const bytes = Buffer.from(body, 'latin1');
  let at = 0;
  let piece = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull: controller => {
      const end = at + (pieces[piece++] ?? bytes.length);
      if (at < bytes.length) controller.enqueue(bytes.subarray(at, end));
      else if (breaks) controller.error(new TypeError('terminated'));
      else controller.close();
      at = end;
    },
  });
  return new Response([204, 205, 304].includes(status) ? null : stream, { status, headers });
}
