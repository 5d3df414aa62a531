import { ValueType } from '@opentelemetry/api';
import { AggregationTemporality, DataPointType } from '@opentelemetry/sdk-metrics';
import type { DataPoint, Histogram, MetricData } from '@opentelemetry/sdk-metrics';

/** A figure as the registry of `/metrics` has it. */
export interface Figure {
  name: string;
  help: string;
  type: string;
  values: readonly FigureValue[];
}

interface FigureValue {
  value: number;
  labels: Readonly<Record<string, string | number | undefined>>;
  /** Of a part of a histogram: `…_bucket`, `…_sum`, `…_count`. */
  metricName?: string;
}

/** Seconds and billionths of a second. */
type Time = [number, number];

/** What the end of a name in `/metrics` says, as OpenTelemetry's unit. */
const units: readonly [end: string, unit: string][] = [
  ['_seconds', 's'],
  ['_bytes', 'By'],
  ['_dollars', 'USD'],
  ['_tokens', '{token}'],
  ['_requests', '{request}'],
  ['_answers', '{answer}'],
  ['_jobs', '{job}'],
];

/** The figures of `/metrics` as OpenTelemetry has them, counted since `start`. A name goes without `_total` and what its unit says. */
export function otlpFigures(figures: readonly Figure[], start: Time, now: Time): MetricData[] {
  return figures.map(({ name, help, type, values }) => {
    const plain = name.replace(/_total$/, '');
    const [end = '', unit = '1'] = units.find(([ending]) => plain.endsWith(ending)) ?? [];
    const shared = {
      descriptor: {
        // Only units of measure are left out; what is counted belongs to the name.
        name: unit.startsWith('{') ? plain : plain.slice(0, plain.length - end.length),
        description: help,
        unit,
        valueType: ValueType.DOUBLE,
      },
      aggregationTemporality: AggregationTemporality.CUMULATIVE,
    };
    const at = { startTime: start, endTime: now };
    if (type === 'histogram')
      return { ...shared, dataPointType: DataPointType.HISTOGRAM, dataPoints: histograms(values, at) };
    const dataPoints = values.map(({ value, labels }) => ({ ...at, attributes: attributes(labels), value }));
    return type === 'counter' || plain !== name
      ? { ...shared, dataPointType: DataPointType.SUM, dataPoints, isMonotonic: true }
      : { ...shared, dataPointType: DataPointType.GAUGE, dataPoints };
  });
}

function attributes(labels: FigureValue['labels']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(labels).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}

/** Histograms whose parts are values of their own, each bucket with all below it. */
function histograms(
  values: readonly FigureValue[],
  at: { startTime: Time; endTime: Time },
): DataPoint<Histogram>[] {
  const found = new Map<string, { labels: FigureValue['labels']; upTo: [number, number][]; sum: number }>();
  for (const { value, labels: all, metricName = '' } of values) {
    const { le, ...labels } = all;
    const place = JSON.stringify(labels);
    const one = found.get(place) ?? { labels, upTo: [], sum: 0 };
    found.set(place, one);
    if (metricName.endsWith('_bucket')) one.upTo.push([le === '+Inf' ? Infinity : Number(le), value]);
    else if (metricName.endsWith('_sum')) one.sum = value;
  }
  return [...found.values()].map(({ labels, upTo, sum }) => {
    const cumulative = upTo.sort(([one], [other]) => one - other);
    const counts = cumulative.map(([, count], index) => count - (cumulative[index - 1]?.[1] ?? 0));
    const boundaries = cumulative.map(([bound]) => bound).filter(Number.isFinite);
    return {
      ...at,
      attributes: attributes(labels),
      value: { buckets: { boundaries, counts }, sum, count: cumulative.at(-1)?.[1] ?? 0 },
    };
  });
}
