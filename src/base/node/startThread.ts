import { Worker, type ResourceLimits } from 'node:worker_threads';
import type { WorkerHandle } from './keptWorker.ts';

/** Starts a thread for {@link keptWorker}, without this program's flags and environment. */
export function startThread<Task>(script: URL, resourceLimits: ResourceLimits = {}): WorkerHandle<Task> {
  const thread = new Worker(script, { execArgv: [], env: {}, stdout: true, stderr: true, resourceLimits });
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
