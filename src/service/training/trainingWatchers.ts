import { onAbort } from '../../base/onAbort.ts';
import { ServiceError } from '../http/serviceError.ts';
import type { ServiceStore } from '../store/openStore.ts';
import { behindRevision } from '../store/trainingPoints.ts';
import { interruptSilentRuns } from '../store/trainingRuns.ts';
import type { TrainingRun } from '../store/trainingRuns.ts';
import { RunFrames } from './runFrames.ts';
import type { Told } from './runFrames.ts';

/** How training runs are watched. Times are milliseconds. */
export interface TrainingSettings {
  /** A run whose script has said nothing for so long is interrupted. */
  silence: number;
  /** A stream with nothing to tell says so this often; whether its watcher still may is then asked, too. */
  keepAlive: number;
  /** A watcher who takes nothing of what there is for so long is dropped. */
  stall: number;
  /** How often runs are looked at that another process writes, or whose script may have fallen silent. */
  look: number;
  /** Watchers of one workspace, and of all. */
  watchersOfWorkspace: number;
  watchers: number;
}

/** Where nothing else is set. */
export const defaultTrainingSettings: TrainingSettings = {
  silence: 10 * 60_000,
  keepAlive: 15_000,
  stall: 30_000,
  look: 1000,
  watchersOfWorkspace: 50,
  watchers: 500,
};

/** Who watches training runs. */
export interface TrainingWatchers {
  /**
   * The events of a run from `after` on, written as fast as they are taken: a watcher who stalls holds one event and a
   * place in the store, and nobody waits for it.
   * @throws {ServiceError} 429 where too many watch.
   */
  watch: (watch: {
    run: TrainingRun;
    after: number;
    /** Asked now and then: whether the watcher still may. */
    stillMay: () => boolean;
    signal: AbortSignal;
    onEnd: () => void;
    /** Cuts the connection of a watcher who takes nothing any more; the stream fails where there is none. */
    drop: (() => void) | undefined;
  }) => ReadableStream<Uint8Array>;
  /** Something was reported of a run. */
  changed: (runId: string) => void;
  /** Marks runs whose script has fallen silent. */
  interruptSilent: () => void;
  count: () => number;
  close: () => void;
}

interface Watcher {
  runId: string;
  workspaceId: string;
  /** Lets it look whether there is something to tell. */
  wake: () => void;
  end: () => void;
}

/** Starts watching for watchers. */
export function createTrainingWatchers(
  store: ServiceStore,
  replaced: Partial<TrainingSettings> = {},
): TrainingWatchers {
  const settings = { ...defaultTrainingSettings, ...replaced };
  const watchers = new Set<Watcher>();
  const frames = new RunFrames(store);
  const version = () => store.database.get<{ data_version: number }>('PRAGMA data_version')?.data_version;
  let seen = version();
  const look = () => {
    if (watchers.size === 0) return;
    const interrupted = interruptSilentRuns(store, settings.silence);
    const now = version();
    if (interrupted === 0 && now === seen) return;
    seen = now;
    for (const watcher of watchers) watcher.wake();
  };
  const timer = setInterval(look, settings.look).unref();

  const requireRoom = (workspaceId: string) => {
    const ofWorkspace = [...watchers].filter(watcher => watcher.workspaceId === workspaceId).length;
    if (ofWorkspace >= settings.watchersOfWorkspace || watchers.size >= settings.watchers)
      throw new ServiceError(429, 'Too many are watching training runs; please try again later', {
        'Retry-After': '30',
      });
  };

  return {
    watch: ({ run, after, stillMay, signal, onEnd, drop }) => {
      requireRoom(run.workspaceId);
      const encoder = new TextEncoder();
      let told: Told = { place: behindRevision(after), state: undefined };
      let over = false;
      let forget: () => void = () => undefined;
      let stalled: NodeJS.Timeout | undefined;
      let waiting: PromiseWithResolvers<boolean> | undefined;
      const finish = () => {
        if (over) return;
        over = true;
        clearTimeout(stalled);
        watchers.delete(watcher);
        forget();
        onEnd();
      };
      const end = () => {
        finish();
        waiting?.resolve(true);
      };
      const watcher: Watcher = {
        ...{ runId: run.id, workspaceId: run.workspaceId },
        wake: () => waiting?.resolve(true),
        end,
      };
      watchers.add(watcher);
      forget = onAbort(signal, end);
      /** True where something changed, false where only time has passed. */
      const change = async () => {
        waiting = Promise.withResolvers<boolean>();
        const time = setTimeout(() => waiting?.resolve(false), settings.keepAlive).unref();
        const changed = await waiting.promise;
        clearTimeout(time);
        waiting = undefined;
        return changed;
      };
      const nextText = async (): Promise<string | undefined> => {
        for (;;) {
          if (over) return undefined;
          const frame = frames.next(run, told);
          if (frame !== undefined) {
            told = frame.told;
            if (frame.last) finish();
            return frame.text;
          }
          if (await change()) continue;
          if (stillMay()) return ': keep-alive\n\n';
          finish();
        }
      };
      return new ReadableStream<Uint8Array>(
        {
          pull: async controller => {
            clearTimeout(stalled);
            const text = await nextText();
            if (text !== undefined) controller.enqueue(encoder.encode(text));
            if (over) return controller.close();
            stalled = setTimeout(() => {
              finish();
              if (drop !== undefined) drop();
              else controller.error(new Error('A watcher of a training run took nothing any more.'));
            }, settings.stall).unref();
          },
          cancel: end,
        },
        { highWaterMark: 0 },
      );
    },
    changed: runId => {
      for (const watcher of watchers) if (watcher.runId === runId) watcher.wake();
    },
    interruptSilent: () => {
      if (interruptSilentRuns(store, settings.silence) > 0) for (const watcher of watchers) watcher.wake();
    },
    count: () => watchers.size,
    close: () => {
      clearInterval(timer);
      for (const watcher of [...watchers]) watcher.end();
    },
  };
}
