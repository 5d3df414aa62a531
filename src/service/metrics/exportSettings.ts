import type { ServiceLog } from '../log.ts';

/** How metrics are exported; where to and with which headers, the exporter itself reads from the environment. */
export interface ExportSettings {
  protocol: 'http/protobuf' | 'http/json';
  /** Milliseconds between two exports. */
  interval: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Whether and how metrics are exported, by the standard variables of OpenTelemetry; undefined unless one of them names an
 * endpoint. What cannot be followed is said in the log, and then nothing is sent: never to a place that nobody named.
 */
export function exportSettings(env: Environment, log: ServiceLog): ExportSettings | undefined {
  const given = (name: string) => env[name]?.trim() || undefined;
  const refuse = (reason: string) => {
    log({ level: 'warn', message: `Metrics are not exported: ${reason}` });
    return undefined;
  };
  const ofMetrics = given('OTEL_EXPORTER_OTLP_METRICS_ENDPOINT');
  const endpoint = ofMetrics ?? given('OTEL_EXPORTER_OTLP_ENDPOINT');
  if (endpoint === undefined || given('OTEL_SDK_DISABLED')?.toLowerCase() === 'true') return undefined;
  const exporter = given('OTEL_METRICS_EXPORTER') ?? 'otlp';
  if (exporter !== 'otlp')
    return exporter === 'none' ? undefined : refuse('OTEL_METRICS_EXPORTER is not otlp');
  if (!['http:', 'https:'].includes(protocolOf(endpoint) ?? ''))
    return refuse(
      `OTEL_EXPORTER_OTLP_${ofMetrics === undefined ? '' : 'METRICS_'}ENDPOINT is no address with http or https`,
    );
  const protocol =
    given('OTEL_EXPORTER_OTLP_METRICS_PROTOCOL') ?? given('OTEL_EXPORTER_OTLP_PROTOCOL') ?? 'http/protobuf';
  if (protocol !== 'http/protobuf' && protocol !== 'http/json')
    return refuse('the protocol of OTLP must be http/protobuf or http/json');
  return { protocol, interval: intervalOf(given('OTEL_METRIC_EXPORT_INTERVAL'), log) };
}

function protocolOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).protocol : undefined;
}

const usualInterval = 60_000;
/** Longer than this no timer waits. */
const longestInterval = 2 ** 31 - 1;

function intervalOf(text: string | undefined, log: ServiceLog): number {
  const interval = Number(text ?? usualInterval);
  if (Number.isInteger(interval) && interval > 0 && interval <= longestInterval) return interval;
  log({ level: 'warn', message: 'OTEL_METRIC_EXPORT_INTERVAL is no number of milliseconds; 60000 is used' });
  return usualInterval;
}
