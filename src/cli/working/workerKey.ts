import path from 'node:path';
import { SightlineError } from '../../base/errors.ts';
import { makeFolders } from '../../base/node/makeFolder.ts';
import { takeProcessLock, type ProcessLock } from '../../base/node/processLock.ts';
import { connectHost } from '../../platform/connectHost.ts';
import { unwrap } from '../../platform/pastedText.ts';
import type { BoundKey } from '../../platform/platformClient.ts';
import { keychainNote } from '../../platform/saved/keyStore.ts';
import type { ServiceAddress } from '../../platform/serviceAddress.ts';
import { isServiceKey } from '../../platform/serviceKey.ts';
import { askSecret } from '../input/secretPrompt.ts';
import { readInput } from '../input/standardInput.ts';
import type { Session } from '../session.ts';

/**
 * Makes sure that no other worker uses the key that is saved for this service: each would give back the other's jobs.
 * @throws {SightlineError} `store` where one does.
 */
export async function takeWorkerLock(
  { folder }: Session,
  { base, origin }: ServiceAddress,
): Promise<ProcessLock> {
  await makeFolders(folder.path, 0o700);
  const lock = takeProcessLock(path.join(folder.path, `worker-${encodeURIComponent(origin)}.lock`));
  if (lock !== undefined) return lock;
  throw new SightlineError('store', `A worker for ${base} is already running here.`, {
    hint: 'Stop it first. For a second host on this machine, set SIGHTLINE_CONFIG_DIR to another folder.',
  });
}

/**
 * The worker key for a service: the saved one, or the one that a one-time token is exchanged for, which is saved then. A token
 * on standard input takes the place of what was saved.
 */
export async function workerKeyFor(
  session: Session,
  address: ServiceAddress,
  { tokenStdin }: { tokenStdin: boolean },
): Promise<BoundKey> {
  const { out, keys, signal, version } = session;
  const { origin } = address;
  const saved = tokenStdin ? undefined : await keys.find('worker', origin);
  if (saved !== undefined) {
    out.hide(saved.key);
    return { ...saved, bound: true };
  }
  const token = await oneTimeToken(session, address, tokenStdin);
  out.progress(`Asking ${origin}…`);
  const { workerKey } = await connectHost(address, token, { version, signal });
  out.hide(workerKey);
  const kept = await keys.save('worker', { key: workerKey, origin });
  if (kept.because !== undefined) out.note(keychainNote(kept.because));
  out.note(`This machine is connected. Its worker key is saved ${kept.place}.`);
  return { key: workerKey, origin, bound: true };
}

async function oneTimeToken(
  { stdin, out, signal }: Session,
  { base, origin }: ServiceAddress,
  fromStdin: boolean,
): Promise<string> {
  if (!fromStdin && !stdin.isTTY)
    throw new SightlineError('missingKey', `This machine is not connected to ${origin} yet.`, {
      hint: `Make a one-time token at ${base}/settings?tab=integrations and give it on standard input with --token-stdin.`,
    });
  const text = fromStdin
    ? (await readInput(stdin, signal)).toString('utf8')
    : await askSecret(
        `One-time token (made at ${base}/settings?tab=integrations): `,
        { input: stdin, output: process.stderr },
        { signal },
      );
  const token = unwrap(text ?? '');
  if (token !== '') out.hide(token);
  if (token === '') throw new SightlineError('missingKey', 'There is no token.');
  if (isServiceKey(token))
    throw new SightlineError('keyRejected', 'This is a key of the service, not a one-time token.', {
      hint: `Make a token at ${base}/settings?tab=integrations.`,
    });
  return token;
}
