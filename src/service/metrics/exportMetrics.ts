import { OTLPMetricExporter as JsonExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPMetricExporter as ProtobufExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import type { PushMetricExporter } from '@opentelemetry/sdk-metrics';
import { sightlineVersion } from '../../base/node/sightlineVersion.ts';
import { plainReason } from '../../base/plainReason.ts';
import { sleep } from '../../base/sleep.ts';
import type { ServiceLog } from '../log.ts';
import type { ExportSettings } from './exportSettings.ts';
import { otlpFigures } from './otlpFigures.ts';
import type { Figure } from './otlpFigures.ts';

/** Milliseconds that the last export is given. */
const lastExport = 3000;

/** Metrics that are exported from time to time. */
export interface MetricsExport {
  /** Exports once more, for a while at most, and stops. */
  close: () => Promise<void>;
}

/**
 * Exports the figures of `/metrics` over OTLP/HTTP to where the environment says. Nobody waits for it: what cannot be
 * delivered is said once in the log, and the figures, being sums, are in the next export.
 */
export function exportMetrics(
  { protocol, interval }: ExportSettings,
  { figures, log }: { figures: () => Promise<readonly Figure[]>; log: ServiceLog },
): MetricsExport {
  const exporter = protocol === 'http/json' ? new JsonExporter() : new ProtobufExporter();
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'sightline', 'service.version': sightlineVersion() }))
    .merge(detectResources({ detectors: [envDetector] }));
  const start = time();
  const reader = new PeriodicExportingMetricReader({
    exporter: telling(exporter, log),
    exportIntervalMillis: interval,
    metricProducers: [
      {
        collect: async () => ({
          resourceMetrics: {
            resource,
            scopeMetrics: [
              {
                scope: { name: 'sightline', version: sightlineVersion() },
                metrics: otlpFigures(await figures(), start, time()),
              },
            ],
          },
          errors: [],
        }),
      },
    ],
  });
  const provider = new MeterProvider({ resource, readers: [reader] });
  return {
    close: async () => {
      const waiting = new AbortController();
      await Promise.race([provider.shutdown().catch(() => undefined), sleep(lastExport, waiting.signal)]);
      waiting.abort();
    },
  };
}

/** `exporter`, with a line in the log where exports begin to fail, and where they arrive again. */
function telling(exporter: PushMetricExporter, log: ServiceLog): PushMetricExporter {
  let failing = false;
  return {
    export: (metrics, done) =>
      exporter.export(metrics, result => {
        const { error } = result;
        if (error !== undefined && !failing)
          log({ level: 'warn', message: `Metrics cannot be exported: ${reasonOf(error)}` });
        if (error === undefined && failing) log({ level: 'info', message: 'Metrics are exported again' });
        failing = error !== undefined;
        done(result);
      }),
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  };
}

function reasonOf(error: Error): string {
  // Of an address with several numbers Node.js tells the code alone.
  return plainReason(error.message) || ('code' in error ? String(error.code) : error.name);
}

function time(): [number, number] {
  const now = Date.now();
  return [Math.floor(now / 1000), (now % 1000) * 1e6];
}
