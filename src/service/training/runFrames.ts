import { trainingEvents } from '../../platform/trainingEvents.ts';
import type { ServiceStore } from '../store/openStore.ts';
import { behindRevision, pointsInOrder } from '../store/trainingPoints.ts';
import type { PlaceInOrder, TrainingPoint } from '../store/trainingPoints.ts';
import { getTrainingRun } from '../store/trainingRuns.ts';
import type { TrainingRun } from '../store/trainingRuns.ts';
import { describeTrainingRun } from './describeTrainingRun.ts';

/** Points in one event. */
const slice = 2000;
/** Events that are kept as they were written, for the next watcher who stands at the same place. */
const keptFrames = 16;

/** What a watcher has been told. */
export interface Told {
  place: PlaceInOrder;
  /** The revision of the run's state; undefined before the first event. */
  state: number | undefined;
}

/** An event as it is sent, and what a watcher has been told with it. */
export interface Frame {
  text: string;
  told: Told;
  last: boolean;
}

interface PointFrame {
  text: string;
  place: PlaceInOrder;
}

/**
 * Writes the events of training runs out of the store: who watches has a place in the order in which points came, and no
 * queue. Watchers at the same place share what was written.
 */
export class RunFrames {
  readonly #store: ServiceStore;
  readonly #written = new Map<string, PointFrame>();

  constructor(store: ServiceStore) {
    this.#store = store;
  }

  /** The next event for who has been told so much; undefined while there is none. */
  next({ workspaceId, id }: TrainingRun, told: Told): Frame | undefined {
    const run = getTrainingRun(this.#store, workspaceId, id);
    if (run === undefined) return { text: eventText(trainingEvents.end, {}), told, last: true };
    // An id from a store that was set back, or made up, is ahead of everything: it would wait for ever.
    const place = told.place.revision > run.revision ? behindRevision(0) : told.place;
    if (told.state === undefined)
      return {
        text: eventText(trainingEvents.run, describeTrainingRun(run)),
        told: { place, state: run.stateRevision },
        last: false,
      };
    if (isBefore(place, run.revision)) {
      const { text, place: next } = this.#points(run, place);
      if (text !== '') return { text, told: { ...told, place: next }, last: false };
      return this.next(run, { ...told, place: next });
    }
    if (run.stateRevision > told.state)
      return {
        text: eventText(trainingEvents.run, describeTrainingRun(run), run.revision),
        told: { place, state: run.stateRevision },
        last: false,
      };
    const ended = run.state === 'finished' || run.state === 'failed';
    return ended ? { text: eventText(trainingEvents.end, {}, run.revision), told, last: true } : undefined;
  }

  #points(run: TrainingRun, place: PlaceInOrder): PointFrame {
    const key = `${run.number} ${place.revision} ${place.metric} ${place.step}`;
    const written = this.#written.get(key);
    if (written !== undefined) return written;
    const { points, place: read } = pointsInOrder(this.#store, run.number, place, slice);
    const all = points.length < slice;
    // Only what is told whole gets an id: who comes back in the middle of a revision is told all of it again.
    const whole = all ? run.revision : read.revision - 1;
    const frame = {
      text:
        points.length === 0
          ? ''
          : eventText(trainingEvents.points, { points: byName(points) }, whole > 0 ? whole : undefined),
      place: all ? behindRevision(run.revision) : read,
    };
    if (points.length === 0) return frame;
    this.#written.set(key, frame);
    for (const oldest of this.#written.keys()) {
      if (this.#written.size <= keptFrames) break;
      this.#written.delete(oldest);
    }
    return frame;
  }
}

function isBefore(place: PlaceInOrder, revision: number): boolean {
  return place.revision < revision || place.metric < Number.MAX_SAFE_INTEGER;
}

function byName(points: readonly TrainingPoint[]): Record<string, unknown[]> {
  const groups = [...Map.groupBy(points, ({ name }) => name)];
  return Object.fromEntries(
    groups.map(([name, ofName]) => [name, ofName.map(({ step, value, at }) => [step, value, at])]),
  );
}

function eventText(kind: string, data: object, id?: number): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`;
}
