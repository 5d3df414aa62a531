import { STATUS_CODES } from 'node:http';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { sightlineVersion } from '../../base/node/sightlineVersion.ts';
import type { AnsweredRequest, RequestCounter } from '../http/countRequests.ts';
import { inDollars } from '../money/nanoDollars.ts';
import type { JobState } from '../store/jobs.ts';
import type { GatewayUse } from '../store/usage.ts';
import { measureEventLoopDelay } from './eventLoopDelay.ts';
import { keyLabels } from './keyLabels.ts';
import { modelLabels } from './modelLabels.ts';
import type { Figure } from './otlpFigures.ts';

/** Where the figures come from that are looked up when somebody asks. */
export interface MetricSources {
  jobs: () => Record<JobState, number>;
  bytes: () => { main: number; log: number };
  /** Requests that are under way to a provider. */
  openRequests: () => number;
  ready: () => boolean;
}

/** The service's figures, which one registry holds for all who ask. */
export interface ServiceMetrics extends RequestCounter {
  /** An answer has gone through the gateway. */
  countGateway: (use: Omit<GatewayUse, 'keyName'>) => void;
  contentType: string;
  /** In the form that Prometheus reads. */
  text: () => Promise<string>;
  /** One by one, for the export. */
  figures: () => Promise<readonly Figure[]>;
  close: () => void;
}

/** Seconds; an answer of a model may take minutes to begin. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];
/** Milliseconds for which the jobs are not counted again: there may be many. */
const jobsKept = 10_000;

/**
 * Starts counting. No label has a secret or what a person wrote: routes are patterns, and of the names of models
 * {@link modelLabels} lets through what is short and plain, and so many of them; keys and members are told by their ids.
 */
export function createMetrics(sources: MetricSources): ServiceMetrics {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Counter({
    name: 'sightline_http_requests_total',
    help: 'Requests that were answered, by the pattern of their path',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'sightline_http_request_duration_seconds',
    help: 'Time until an answer began',
    labelNames: ['method', 'route'],
    buckets,
    registers,
  });
  const answers = new Counter({
    name: 'sightline_gateway_answers_total',
    help: 'Answers of providers that went through the gateway',
    labelNames: ['provider', 'model'],
    registers,
  });
  const tokens = new Counter({
    name: 'sightline_gateway_tokens_total',
    help: 'Tokens of these answers, as far as the providers counted them',
    labelNames: ['provider', 'model', 'direction'],
    registers,
  });
  const spent = new Counter({
    name: 'sightline_gateway_spent_dollars_total',
    help: 'What these answers cost, of models whose price is known',
    labelNames: ['provider', 'model'],
    registers,
  });
  const unpriced = new Counter({
    name: 'sightline_gateway_unpriced_answers_total',
    help: 'Answers of models whose price is not known',
    labelNames: ['provider', 'model'],
    registers,
  });
  const spentByKey = new Counter({
    name: 'sightline_gateway_key_spent_dollars_total',
    help: 'The same by the ids of the workspace, of the key and of the member who made it',
    labelNames: ['workspace', 'key', 'member'],
    registers,
  });
  const labelsOf = modelLabels();
  const labelsOfKey = keyLabels();
  addGauges(registers, sources);
  const scraped = measureEventLoopDelay();
  let exported: typeof scraped | undefined;
  return {
    countRequest: ({ method, route, status, seconds }: AnsweredRequest) => {
      requests.inc({ method, route, status: statusLabel(status) });
      durations.observe({ method, route }, seconds);
    },
    countGateway: ({ model: name, inputTokens, outputTokens, nano, ...spender }) => {
      const labels = labelsOf(name);
      answers.inc(labels);
      tokens.inc({ ...labels, direction: 'input' }, inputTokens);
      tokens.inc({ ...labels, direction: 'output' }, outputTokens);
      if (nano === undefined) return unpriced.inc(labels);
      spent.inc(labels, inDollars(nano));
      spentByKey.inc(labelsOfKey(spender), inDollars(nano));
    },
    contentType: registry.contentType,
    text: async () => [await registry.metrics(), await scraped.registry.metrics()].join('\n'),
    figures: async () => {
      exported ??= measureEventLoopDelay();
      return [...(await registry.getMetricsAsJSON()), ...(await exported.registry.getMetricsAsJSON())].map(
        figure => ({ ...figure, type: String(figure.type) }),
      );
    },
    close: () => {
      scraped.close();
      exported?.close();
    },
  };
}

/** A provider may answer with any number. */
function statusLabel(status: number): string {
  return STATUS_CODES[status] === undefined ? `${Math.floor(status / 100)}xx` : String(status);
}

/** Adds what is looked up when it is asked for. */
function addGauges(registers: Registry[], { jobs, bytes, openRequests, ready }: MetricSources): void {
  const gauge = <Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    collect: (set: (value: number, ...labels: NoInfer<Label>[] | string[]) => void) => void,
  ) => {
    const made: Gauge<Label> = new Gauge({
      name,
      help,
      labelNames,
      registers,
      collect: () =>
        collect((value, ...labels) =>
          made.set(
            Object.fromEntries(labelNames.map((label, at) => [label, labels[at]])) as Record<Label, string>,
            value,
          ),
        ),
    });
  };
  let counted: { at: number; jobs: Record<JobState, number> } | undefined;

  gauge('sightline_info', 'The version, always 1', ['version'], set => set(1, sightlineVersion()));
  gauge('sightline_ready', '1 where /readyz says so', [], set => set(ready() ? 1 : 0));
  gauge('sightline_gateway_open_requests', 'Requests on their way to a provider', [], set =>
    set(openRequests()),
  );
  gauge('sightline_jobs', 'Jobs of On Premise hosts', ['state'], set => {
    if (counted === undefined || performance.now() - counted.at > jobsKept)
      counted = { at: performance.now(), jobs: jobs() };
    for (const [state, count] of Object.entries(counted.jobs)) set(count, state);
  });
  gauge('sightline_database_bytes', 'Size of the database and of the log beside it', ['file'], set => {
    for (const [file, size] of Object.entries(bytes())) set(size, file);
  });
  gauge('process_resident_memory_bytes', 'Memory of the process as the system counts it', [], set =>
    set(process.memoryUsage.rss()),
  );
  gauge('process_cpu_seconds_total', 'Processor time of the process', [], set => {
    const { user, system } = process.cpuUsage();
    set((user + system) / 1e6);
  });
  gauge('process_start_time_seconds', 'When the process started', [], set =>
    set(Math.round(performance.timeOrigin / 1000)),
  );
}
