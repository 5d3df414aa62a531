import { Worker, type ResourceLimits } from 'node:worker_threads';
import { translations } from '../l10n.ts';
import type { WorkerHandle } from './keptWorker.ts';

/** What a thread gets at its start. */
export interface ThreadStart {
  /** Beside the translations, which {@link followTranslations} reads. */
  workerData?: object;
  /** Its environment; none where absent. */
  env?: NodeJS.ProcessEnv;
}

/** Starts a thread for {@link keptWorker}, without this program's flags and environment. */
export function startThread<Task>(
  script: URL,
  resourceLimits: ResourceLimits = {},
  { workerData, env = {} }: ThreadStart = {},
): WorkerHandle<Task> {
  const given = { ...workerData, translations: translations() };
  const options = { execArgv: [], env, stdout: true, stderr: true, resourceLimits, workerData: given };
  const thread = new Worker(script, options);
  return {
    events: thread,
    post: (task, moved = []) => thread.postMessage(task, moved),
    end: () => void thread.terminate(),
    // Node.js has it since 22.19.
    ...('cpuUsage' in thread ? { worked: () => timeOf(thread) } : {}),
    hold: held => (held ? thread.ref() : thread.unref()),
  };
}

async function timeOf(thread: Worker): Promise<number> {
  const { user, system } = await thread.cpuUsage();
  return (user + system) / 1000;
}
