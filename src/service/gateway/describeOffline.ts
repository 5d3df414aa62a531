import type { Fetch } from '../../base/node/transport.ts';

/** Bytes of a question from which on only one at a time is parsed: it then is in memory several times over. */
const large = 1024 * 1024;

let lastLarge: Promise<unknown> = Promise.resolve();

/** The offline describer in the place of a provider; it is loaded with the first picture, since it brings sharp. */
export const describeOffline: Fetch = async (url, init) => {
  const { body } = init ?? {};
  if (!(body instanceof Uint8Array) || body.byteLength < large) return describe(url, init);
  const turn = lastLarge.then(() => {
    init?.signal?.throwIfAborted();
    return describe(url, init);
  });
  lastLarge = turn.catch(() => undefined);
  return turn;
};

const describe: Fetch = async (url, init) => {
  const { createOfflineDescriber } = await import('../../inference/offline/describer.ts');
  return createOfflineDescriber()(new Request(url, init));
};
