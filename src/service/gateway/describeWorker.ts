import { parentPort } from 'node:worker_threads';
import { formatNumber } from '../../base/format.ts';
import { createOfflineDescriber } from '../../inference/offline/describer.ts';
import type { cancelMessage, DescribeAnswer, DescribeTask } from './describeOffline.ts';
import { pictureTimeout } from './pictureTimeout.ts';

/** Commas and opening brackets of a question. */
const mostValues = 1_000_000;
const [quote, backslash, comma, array, object] = [0x22, 0x5c, 0x2c, 0x5b, 0x7b];

const describer = createOfflineDescriber({ recognitionTimeout: pictureTimeout });
let current = new AbortController();

/** The thread of the offline describer: one question at a time, the answer's bytes handed over without a copy. */
parentPort?.on('message', (message: DescribeTask | typeof cancelMessage) => {
  if ('cancel' in message) {
    current.abort();
    return;
  }
  current = new AbortController();
  void answer(message.url, message.body, current.signal).then((answer: DescribeAnswer) => {
    parentPort?.postMessage(answer, 'body' in answer ? [answer.body.buffer] : []);
  });
});

async function answer(
  url: string,
  body: Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
): Promise<DescribeAnswer> {
  if (hasManyValues(Buffer.from(body.buffer, body.byteOffset, body.byteLength)))
    return { fault: `The request has more than ${formatNumber(mostValues)} values` };
  try {
    const response = await describer(new Request(url, { method: 'POST', body, signal }));
    const contentType = response.headers.get('content-type') ?? 'application/json';
    return { status: response.status, contentType, body: new Uint8Array(await response.arrayBuffer()) };
  } catch {
    return { fault: 'The request could not be answered' };
  }
}

/**
 * Whether JSON would become so many values that they need more memory than there is. That must be known before it is
 * parsed: a parser that finds no memory ends the whole process.
 */
function hasManyValues(json: Buffer): boolean {
  let values = 0;
  for (let at = 0; at < json.length && values <= mostValues; at += 1) {
    const byte = json[at];
    if (byte === quote) at = endOfString(json, at);
    else if (byte === comma || byte === array || byte === object) values += 1;
  }
  return values > mostValues;
}

/** Where the string that begins there has its closing quote. */
function endOfString(json: Buffer, start: number): number {
  for (let at = json.indexOf(quote, start + 1); at !== -1; at = json.indexOf(quote, at + 1)) {
    let before = at;
    while (json[before - 1] === backslash) before -= 1;
    if ((at - before) % 2 === 0) return at;
  }
  return json.length;
}
