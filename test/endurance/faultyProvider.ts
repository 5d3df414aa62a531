import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';
import { answerIn, chatStream, data, eventStream, refusal, chatChunk } from '../support/testProvider.ts';
import { requestContent, startTestProvider, type Reply } from '../support/testProvider.ts';

/** The ways in which an answer goes wrong, each as `startFaultyProvider` serves it. */
const faults: Record<string, Reply> = {
  'rate limit': refusal(
    429,
    { message: 'Too many requests', code: 'rate_limit_exceeded' },
    { 'retry-after': '1' },
  ),
  'server error': refusal(500, { message: 'The server had an error' }),
  'cut stream': eventStream(...chatStream(['Half an ', 'answer']).slice(0, 2), { cut: true }),
  refusal: eventStream(
    data(chatChunk({ role: 'assistant', refusal: 'I cannot help with this picture.' }, 'stop')),
    data('[DONE]'),
  ),
  empty: eventStream(...chatStream([])),
  'invalid JSON': eventStream('data: {"choices": [{"delta"\n\n', data('[DONE]')),
  reset: { delayMs: 20, body: [{ cut: true }] },
};

/** What came of one request. */
export interface Served {
  /** SHA-256 of the picture as it was sent, the first 16 hexadecimal characters. */
  picture: string;
  /** `answered`, or the name of the fault. */
  outcome: string;
}

/** The description that a picture gets: always the same for the same picture. */
export function descriptionOf(picture: string): string {
  return `A picture with the mark ${picture}.`;
}

/**
 * A provider that takes its time and meets one request in `every` with a fault of each kind, as a process of its own:
 * `node faultyProvider.ts [--delay 50] [--every 100]`. Prints one line of JSON with its address, then one for each
 * request ({@link Served}).
 */
if (import.meta.main) {
  const { values } = parseArgs({ options: { delay: { type: 'string' }, every: { type: 'string' } } });
  const delayMs = Number(values.delay ?? 50);
  const every = Number(values.every ?? 100);
  const kinds = Object.keys(faults);
  const provider = await startTestProvider();
  let asked = 0;
  provider.script(request => {
    // What has been read is not kept: thousands of pictures pass through.
    provider.requests.length = 0;
    if (request.method !== 'POST') return undefined;
    asked += 1;
    const [image = ''] = requestContent(request.body).images;
    const picture = createHash('sha256').update(image).digest('hex').slice(0, 16);
    // One kind after the other, spread evenly over the hundred.
    const place = (asked % every) * kinds.length;
    const kind = place % every < kinds.length ? kinds[Math.floor(place / every)] : undefined;
    const fault = kind === undefined ? undefined : faults[kind];
    console.log(JSON.stringify({ picture, outcome: kind ?? 'answered' } satisfies Served));
    return {
      delayMs,
      ...(fault ?? answerIn('chat.completions', [descriptionOf(picture)], { stream: true })),
    };
  });
  console.log(JSON.stringify({ url: provider.url }));
  process.on('disconnect', () => process.exit());
}
