/*
 * The kinds of server-sent events that a training run's stream has. The public platform streams metrics, too, but its kinds
 * of events are not public: these are ours, and this file is the one place that names them. Each event's data is JSON.
 */
export const trainingEvents = {
  /** The run as `GET /api/training-runs/{runId}` tells it: first of all, then after each change of its state. */
  run: 'run',
  /**
   * Points that came: `{"points": {"loss": [[step, value, time], …]}}`, `time` in milliseconds since 1970. A point that was
   * told before has a new value: the last one counts.
   */
  points: 'points',
  /** The run has ended and all was told: the stream ends, and there is nothing to come back for. */
  end: 'end',
} as const;
