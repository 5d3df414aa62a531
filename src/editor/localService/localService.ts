import { t } from '../../base/l10n.ts';
import { SightlineError } from '../../base/errors.ts';
import { sleep } from '../../base/sleep.ts';
import { Emitter } from '../../base/emitter.ts';
import type { Disposable, Listen } from '../../base/emitter.ts';
import type { ControlConnection } from './controlConnection.ts';
import { readRunningRecord } from './runningRecord.ts';

/** How the service of this window came to its end, without this window's doing. */
export type ServiceEnd = 'stopped' | 'broken';

/** What a {@link LocalService} is made of. */
export interface LocalServiceParts {
  /** The folder of its files, the same for all windows. Asked for on first use. */
  folder: () => string;
  /** Starts a process on that folder, or finds that one runs. */
  startProcess: (signal: AbortSignal) => Promise<'running' | 'taken'>;
}

/** Milliseconds between two looks for a process that another window is starting, and how many there are. */
const pause = 250;
const looks = 120;
/** At every so many looks a start is tried: the other one may just have ended. */
const looksForStart = 8;

/**
 * The service that all windows on this machine share, as one of them sees it. The first that needs it starts a process;
 * the others find that one and make sure of it. It runs until a person stops it or the last window has gone, whichever
 * window it was that started it.
 */
export class LocalService implements Disposable {
  readonly #parts: LocalServiceParts;
  readonly #ends = new Emitter<ServiceEnd>();
  #connection: ControlConnection | undefined;
  #disposed = false;

  constructor(parts: LocalServiceParts) {
    this.#parts = parts;
  }

  /** The service has ended, though this window was using it. */
  readonly onEnd: Listen<ServiceEnd> = this.#ends.event;

  /** This window's hold on the service; undefined until it has joined it. */
  get connection(): ControlConnection | undefined {
    return this.#connection;
  }

  /** Whether `origin` is or was the address of the local service, running or not. */
  isAt(origin: string): boolean {
    const record = readRunningRecord(this.#parts.folder());
    return record !== undefined && (record.url === origin || record.formerUrls.includes(origin));
  }

  /** Joins the service if it runs; starts nothing. */
  async join(): Promise<ControlConnection | undefined> {
    if (this.#connection !== undefined) return this.#connection;
    const record = readRunningRecord(this.#parts.folder());
    if (record === undefined) return undefined;
    const { connectTo } = await import('./controlConnection.ts');
    const connection = await connectTo(record);
    return connection && this.#keep(connection);
  }

  /**
   * Joins the service, and starts it where none runs.
   * @throws {SightlineError} that says why it cannot be started, or that it does not answer.
   */
  async start(signal: AbortSignal): Promise<ControlConnection> {
    for (let look = 0; look < looks; look++) {
      signal.throwIfAborted();
      const connection = await this.join();
      if (connection !== undefined) return connection;
      if (this.#disposed) throw new DOMException('The window was closed.', 'AbortError');
      const running = look % looksForStart === 0 && (await this.#parts.startProcess(signal)) === 'running';
      // Else another window is starting it, or it is just ending.
      if (!running) await sleep(pause, signal);
    }
    const pid = readRunningRecord(this.#parts.folder())?.pid;
    throw new SightlineError('timeout', t('The local service is running, but does not respond.'), {
      hint:
        pid === undefined
          ? t('End its process and start the service again.')
          : t('End its process ({pid}) and start the service again.', { pid: String(pid) }),
    });
  }

  /**
   * Makes sure of the service before a key goes to `origin`: if that is or was the local service's address, the service
   * must run there, and is started for it.
   * @throws {SightlineError} where it cannot be started, or has another address by now.
   */
  async ensure(origin: string, signal = new AbortController().signal): Promise<void> {
    if (!this.isAt(origin)) return;
    const { url } = await this.start(signal);
    if (url !== origin)
      throw new SightlineError(
        'missingKey',
        t('The local service is now running at {url}, because another program uses its port.', { url }),
        { hint: t('Run “Sightline: Log In to Local Service”.'), about: 'service' },
      );
  }

  /** Ends the service for all windows; false where none ran. */
  async stop(): Promise<boolean> {
    const connection = await this.join();
    await connection?.stop();
    return connection !== undefined;
  }

  /** Lets the service go: it ends soon, unless another window uses it. */
  dispose(): void {
    this.#disposed = true;
    this.#connection?.leave();
    this.#ends.dispose();
  }

  #keep(connection: ControlConnection): ControlConnection | undefined {
    // Another call of this window was quicker, or the window has closed meanwhile.
    if (this.#connection !== undefined || this.#disposed) {
      connection.leave();
      return this.#connection;
    }
    this.#connection = connection;
    connection.onEnd(end => {
      this.#connection = undefined;
      if (end !== 'left') this.#ends.fire(end);
    });
    return connection;
  }
}
