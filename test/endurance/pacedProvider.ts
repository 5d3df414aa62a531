import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';
import { answerIn, refusal, requestContent, startTestProvider } from '../support/testProvider.ts';
import { descriptionOf, type Served } from './faultyProvider.ts';

/** A request as it was served, with the milliseconds since the epoch at which it had arrived. */
export type ServedAt = Served & { at: number };

/**
 * A provider that takes its time, and refuses what comes beyond its limit, as a process of its own:
 * `node pacedProvider.ts [--delay 50] [--limit 800] [--window 10000]`, with requests within milliseconds. Prints one line of
 * JSON with its address, then one for each request ({@link ServedAt}); `answered` once the answer has left.
 */
if (import.meta.main) {
  const { values } = parseArgs({
    options: { delay: { type: 'string' }, limit: { type: 'string' }, window: { type: 'string' } },
  });
  const delayMs = Number(values.delay ?? 50);
  const limit = Number(values.limit ?? 800);
  const window = Number(values.window ?? 10_000);
  const provider = await startTestProvider();
  /** When the last requests arrived that were within the limit. */
  const times: number[] = [];
  provider.script(request => {
    // What has been read is not kept: thousands of pictures pass through.
    provider.requests.length = 0;
    if (request.method !== 'POST') return undefined;
    const [image = ''] = requestContent(request.body).images;
    const picture = createHash('sha256').update(image).digest('hex').slice(0, 16);
    const { at } = request;
    while ((times[0] ?? at) <= at - window) times.shift();
    const isBeyond = times.length >= limit;
    if (!isBeyond) times.push(at);
    console.log(
      JSON.stringify({ picture, outcome: isBeyond ? 'refused' : 'answered', at } satisfies ServedAt),
    );
    if (isBeyond)
      return refusal(
        429,
        { message: 'Too many requests', code: 'rate_limit_exceeded' },
        { 'retry-after': '1' },
      );
    return { delayMs, ...answerIn('chat.completions', [descriptionOf(picture)], { stream: true }) };
  });
  console.log(JSON.stringify({ url: provider.url }));
  process.on('disconnect', () => process.exit());
}
