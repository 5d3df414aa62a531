import { performance } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Milliseconds between two looks, and the share of them in which a process that rests may still work. */
const interval = 5000;
const resting = 0.05;
/** Bytes of new objects' part of the heap that are worth a collection. */
const worthwhile = 24 * 1024 * 1024;

/**
 * Gives memory back once the process rests. In a storm of requests the part of the heap where new objects are made grows by
 * a hundred megabytes, and it is made smaller only by a collection, to which a process that does nothing never comes. One
 * of that part alone takes some milliseconds.
 */
export function giveBackWhenIdle(
  collect: () => void = collectNewObjects,
  held: () => number = newObjectsBytes,
): { close: () => void } {
  let before = performance.eventLoopUtilization();
  let rests = 0;
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    rests = utilization < resting ? rests + 1 : 0;
    // V8 judges by the last seconds whether that part may be small: they must be restful, too.
    if (rests === 2 && held() > worthwhile) collect();
  }, interval);
  timer.unref();
  return { close: () => clearInterval(timer) };
}

function newObjectsBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0;
}

/** Node.js shows the collector only to a context that is made while this flag is set. */
function collectNewObjects(): void {
  setFlagsFromString('--expose-gc');
  const collector: unknown = runInNewContext('globalThis.gc');
  setFlagsFromString('--no-expose-gc');
  if (typeof collector === 'function') (collector as (options: { type: 'minor' }) => void)({ type: 'minor' });
}
