import { connect } from 'node:net';
import { t } from '../../base/l10n.ts';
import { SightlineError } from '../../base/errors.ts';
import { Emitter } from '../../base/emitter.ts';
import type { Listen } from '../../base/emitter.ts';
import { isProof, makeNonce, proofFor } from '../../base/node/sharedSecret.ts';
import { fromServiceShape, exchangeControl } from './control.ts';
import type { RunningRecord } from './runningRecord.ts';

/** How a connection came to its end: by this window, because a window stopped the service, or because it broke. */
export type ConnectionEnd = 'left' | 'stopped' | 'broken';

/** A window's hold on the running service: it runs at least as long as one window has one. */
export interface ControlConnection {
  /** Address of the service, without a slash at its end. */
  url: string;
  /** The token of a link that signs the owner in, once. */
  signInToken: () => Promise<string>;
  /** Ends the service for all windows; resolves when it has let this one go. */
  stop: () => Promise<void>;
  /** Lets the service go. */
  leave: () => void;
  onEnd: Listen<ConnectionEnd>;
}

/** Milliseconds for a process on this machine to prove itself. */
const patience = 5000;

/**
 * Connects to the process that `record` tells of. Undefined where nothing listens there or something else does: the
 * record was left behind by a process that has gone.
 */
export function connectTo(record: RunningRecord): Promise<ControlConnection | undefined> {
  const { secret, url, controlPort } = record;
  return new Promise(resolve => {
    const socket = connect({ host: '127.0.0.1', port: controlPort });
    const ends = new Emitter<ConnectionEnd>();
    const requests = new Map<number, { give: (token: string) => void; refuse: (error: Error) => void }>();
    const challenge = makeNonce();
    let end: ConnectionEnd = 'broken';
    let proved = false;
    const deadline = setTimeout(() => socket.destroy(), patience);
    const closed = new Promise<void>(done => socket.once('close', () => done()));
    socket.on('error', () => undefined); // "close" follows.
    socket.once('connect', () => send({ type: 'hello', nonce: challenge }));
    socket.once('close', () => {
      clearTimeout(deadline);
      for (const { refuse } of requests.values()) refuse(gone());
      ends.fire(end);
      resolve(undefined);
    });
    const send = exchangeControl(socket, fromServiceShape, message => {
      switch (message.type) {
        case 'proof':
          if (!isProof(message.proof, secret, 'service', challenge)) return void socket.destroy();
          proved = true;
          return send({ type: 'proof', proof: proofFor(secret, 'window', message.nonce) });
        case 'welcome':
          if (!proved) return void socket.destroy();
          clearTimeout(deadline);
          return resolve(connection);
        case 'signIn':
          return requests.get(message.request)?.give(message.token);
        case 'refused':
          return requests.get(message.request)?.refuse(refused(message.reason));
        case 'stopped':
          if (end === 'broken') end = 'stopped';
      }
    });
    let last = 0;
    const connection: ControlConnection = {
      url,
      signInToken: () =>
        new Promise((give, refuse) => {
          if (!socket.writable) return refuse(gone());
          const request = ++last;
          requests.set(request, { give, refuse });
          send({ type: 'signIn', request });
        }),
      stop: () => {
        end = 'left';
        send({ type: 'stop' });
        return closed;
      },
      leave: () => {
        end = 'left';
        socket.destroy();
      },
      onEnd: ends.event,
    };
  });
}

function gone(): SightlineError {
  return new SightlineError('network', t('The local service has stopped.'), {
    hint: t('Run “Sightline: Start Local Service”.'),
  });
}

function refused(reason: string): SightlineError {
  return new SightlineError(
    'providerFailed',
    t('The local service did not create a sign-in link: {reason}', { reason }),
  );
}
