import { fork } from 'node:child_process';
import type { EventEmitter } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { WorkerHandle } from './keptWorker.ts';

/** What a process runs, and with how much. */
export interface ForkOptions {
  /** The file. */
  file: URL;
  /** Megabytes of its heap of JavaScript. */
  heapMb: number;
  /** Milliseconds until it counts as one that never starts. */
  startTimeout: number;
  /** What it is told at its start, before any task. */
  greeting?: object;
  /** What it is told when it is to give up its task. */
  cancel?: object;
  /** Reads its first message; what it throws is why it cannot work. */
  readFirst?: (message: unknown) => void;
}

/** Starts a process of our own that says by a first message that it can take a task. */
export function forkWorker<Task extends object>(options: ForkOptions): WorkerHandle<Task> {
  const { file, heapMb, cancel } = options;
  const child = fork(fileURLToPath(file), [], {
    execArgv: [`--max-old-space-size=${heapMb}`],
    env: childEnvironment(process.env, process.versions['electron'] !== undefined),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // Where it ended meanwhile, "exit" says so.
  const send = (message: object): void => {
    if (child.connected) child.send(message, () => undefined);
  };
  if (options.greeting !== undefined) send(options.greeting);
  return {
    events: child,
    ready: readyOf(child, options),
    post: send,
    ...(cancel === undefined ? {} : { cancel: () => send(cancel) }),
    end: () => void child.kill('SIGKILL'),
    hold: held => {
      if (held) child.ref();
      else child.unref();
      if (held) child.channel?.ref();
      else child.channel?.unref();
    },
  };
}

/** Settles with the first word of the process; rejects where it fails, ends or says nothing before that. */
function readyOf(
  child: EventEmitter,
  { startTimeout, readFirst = () => undefined }: ForkOptions,
): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  return new Promise<unknown>((resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`silent for ${startTimeout / 1000} seconds`)), startTimeout);
    child.once('message', resolve);
    child.once('error', reject);
    child.once('exit', (code, signal) => reject(new Error(`it ended at once: ${String(code ?? signal)}`)));
  })
    .then(readFirst)
    .finally(() => clearTimeout(timer));
}

/** What a process needs to find its libraries and fonts, and none of the keys that an environment holds. */
export function childEnvironment(variables: NodeJS.ProcessEnv, electron: boolean): NodeJS.ProcessEnv {
  const kept = Object.entries(variables).filter(([name]) =>
    /^(PATH|HOME|LANG|LC_\w+|TMPDIR|TEMP|TMP|FONTCONFIG_\w+|XDG_\w+|LD_LIBRARY_PATH|DYLD_\w+|SystemRoot|windir|LOCALAPPDATA|APPDATA|USERPROFILE|SIGHTLINE_SHARP)$/i.test(
      name,
    ),
  );
  return { ...Object.fromEntries(kept), ...(electron ? { ELECTRON_RUN_AS_NODE: '1' } : {}) };
}
