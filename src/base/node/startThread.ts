import { Worker, type ResourceLimits } from 'node:worker_threads';
import type { WorkerHandle } from './keptWorker.ts';

/** Starts a thread for {@link keptWorker}, without this program's flags and environment; it finds `workerData` at its start. */
export function startThread<Task>(
  script: URL,
  resourceLimits: ResourceLimits = {},
  workerData?: unknown,
): WorkerHandle<Task> {
  const options = { execArgv: [], env: {}, stdout: true, stderr: true, resourceLimits, workerData };
  const thread = new Worker(script, options);
  return {
    events: thread,
    post: task => thread.postMessage(task),
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
