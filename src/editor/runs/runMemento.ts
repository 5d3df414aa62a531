import type { Memento } from 'vscode';
import type { Usage } from '../../inference/api/answer.ts';
import type { RunSummary } from '../../runs/runRecord.ts';
import type { SpendingCap } from '../../runs/runProgress.ts';

/** What the editor keeps of a run beside its record. */
export interface RunNote {
  title: string;
  /** It works, here or in batches of the provider; where the window went meanwhile, it is offered again. */
  running?: boolean;
  /** It was started with its present question. */
  started?: boolean;
  cap?: SpendingCap;
  /** On all that it asked one by one, and in batches. */
  spent?: Usage;
  spentInBatches?: Usage;
  /** Images about which a question was answered, in both ways. */
  images?: number;
  /** Pictures that were described when it began. */
  reused?: number;
  /** The run it is compared with, and the pictures that both are asked about. */
  comparison?: { id: string; sample: number[] };
  /** It is the other side of a comparison, and no run of the person's own. */
  isSample?: boolean;
  /** It is asked in batches, or was when it was asked last. */
  isBatch?: boolean;
  /** Its answers are neither shared with a team nor looked up there, whatever the setting says. */
  isPrivate?: boolean;
  /** What it was made of: files, folders and a pattern. */
  scope?: string;
  /** The newest run of the same when it was made, as it stood then. */
  earlier?: EarlierRun;
}

/** A run before another one. */
export type EarlierRun = Pick<RunSummary, 'id' | 'model' | 'createdAt' | 'counts'>;

/** A run that worked when the window went. */
export interface InterruptedRun {
  id: string;
  title: string;
}

/** Parts of a note that change; `undefined` takes a part away. */
export type NoteChange = { [Part in keyof RunNote]?: RunNote[Part] | undefined };

/** Notes of older runs go when there are more. */
const most = 200;

/** The name under which the notes lie in the folder's memory. */
export const notesKey = 'runs';

type Notes = Readonly<Record<string, RunNote>>;

/** Notes on the runs of this folder, by their ids, in the editor's memory of the folder. */
export class RunMemento {
  readonly #memory: Memento;

  constructor(memory: Memento) {
    this.#memory = memory;
  }

  /** The runs that worked when the window went, and those that work now. */
  get interrupted(): InterruptedRun[] {
    return Object.entries(this.#all).flatMap(([id, { title, running }]) =>
      running === true ? [{ id, title }] : [],
    );
  }

  get(id: string): RunNote | undefined {
    return this.#all[id];
  }

  /** Changes parts of a note. */
  async set(id: string, change: NoteChange): Promise<void> {
    const { [id]: before = { title: '' }, ...others } = this.#all;
    // The memory keeps JSON: what is undefined is not in it.
    const changed = { ...before, ...change } as RunNote;
    await this.#memory.update(
      notesKey,
      Object.fromEntries([...Object.entries(others), [id, changed]].slice(-most)),
    );
  }

  async remove(id: string): Promise<void> {
    const { [id]: _, ...others } = this.#all;
    await this.#memory.update(notesKey, others);
  }

  get #all(): Notes {
    return this.#memory.get<Notes>(notesKey, {});
  }
}
