import { parseJson } from '../base/json.ts';
import { assertMayCarryKey } from './keyTravel.ts';
import { answerError, notAService } from './platformErrors.ts';
import { InvalidKeyError } from './refusals.ts';
import type { ServiceAddress } from './serviceAddress.ts';
import { exchangeWithService } from './serviceExchange.ts';
import { connectedHostShape } from './serviceShapes.ts';

/**
 * Trades an On Premise host's one-time token for its worker key, which the service tells this once.
 * @throws {InvalidKeyError} where the token does not work (any more).
 */
export async function connectHost(
  { base, origin }: ServiceAddress,
  token: string,
  { version, signal }: { version: string; signal?: AbortSignal },
): Promise<{ hostId: string; workerKey: string }> {
  assertMayCarryKey(base, 'token');
  const answer = await exchangeWithService(`${base}/api/hosts/connect`, {
    method: 'POST',
    body: JSON.stringify({ token }),
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      'user-agent': `sightline/${version}`,
    },
    origin,
    signal,
  });
  const { status } = answer;
  if (status === 401 || status === 400)
    throw new InvalidKeyError('The service does not accept this token. It works once, for ten minutes.', {
      status,
      hint: 'Make a new one on the page of the service, under Integrations.',
    });
  if (status < 200 || status > 299) throw answerError(answer, origin, token);
  const { data } = connectedHostShape.safeParse(parseJson(answer.body));
  if (data === undefined) throw notAService(origin, 'its answer has another form');
  return data;
}
