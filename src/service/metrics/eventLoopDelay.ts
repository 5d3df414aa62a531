import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Gauge, Registry } from 'prom-client';

/** How late timers fire, for one who asks: each has a registry of their own, since asking begins the time anew. */
export function measureEventLoopDelay(): { registry: Registry; close: () => void } {
  const registry = new Registry();
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const gauge: Gauge<'quantile'> = new Gauge({
    name: 'sightline_event_loop_delay_seconds',
    help: 'How late timers fired since the last time this was asked for',
    labelNames: ['quantile'],
    registers: [registry],
    collect: () => {
      // Nanoseconds; nothing was measured yet where the counts are none.
      const seconds = (value: number) => (Number.isFinite(value) ? value / 1e9 : 0);
      for (const part of [50, 90, 99])
        gauge.set({ quantile: String(part / 100) }, seconds(delay.percentile(part)));
      gauge.set({ quantile: '1' }, seconds(delay.max));
      delay.reset();
    },
  });
  return { registry, close: () => delay.disable() };
}
