import { monitorEventLoopDelay } from 'node:perf_hooks';
import { startService } from '../../../src/service/startService.ts';

/** How the event loop was held up since the last report, and what was used since the start. Milliseconds, megabytes. */
export interface LoopReport {
  max: number;
  p99: number;
  busy: number;
  /** Processor time of the whole process since its start. */
  cpu: number;
  /** Memory of the process as the system counts it. */
  rss: number;
}

/**
 * The service as a process of its own: its data folder is the argument, after it the requests that a key may make in a
 * minute if there are limits, its port, and more options as JSON; its address is the first line. Whoever sends it a
 * message is told how its event loop was held up since the last one, in milliseconds: the delays, which the machine's
 * other processes lengthen, and the most of the processor's own time that it worked without letting a timer of 5 ms fire.
 */
const { url, signInUrl } = await startService({
  dataDir: process.argv[2] ?? '',
  ...(process.argv[4] === undefined ? {} : { port: Number(process.argv[4]) }),
  rateLimits: { default: Number(process.argv[3] ?? 1e9), gateway: 1e9 },
  ...(JSON.parse(process.argv[5] ?? '{}') as object),
});
const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
let [busy, before] = [0, cpuMs()];
setInterval(() => {
  const now = cpuMs();
  busy = Math.max(busy, now - before);
  before = now;
}, 5).unref();
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({
    max: delay.max / 1e6,
    p99: delay.percentile(99) / 1e6,
    busy,
    cpu: (user + system) / 1000,
    rss: process.memoryUsage.rss() / 1e6,
  } satisfies LoopReport);
  delay.reset();
  busy = 0;
});
console.log(JSON.stringify({ url, signInUrl }));

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
