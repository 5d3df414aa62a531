import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach } from 'vitest';
import type { Memento } from 'vscode';
import { RunMemento } from '../../../../src/editor/runs/runMemento.ts';
import { RunSession } from '../../../../src/editor/runs/runSession.ts';
import type { RunSessionParts } from '../../../../src/editor/runs/runSessionParts.ts';
import { runViewSchema, type RunView } from '../../../../src/protocol/run.ts';
import type { RunPicture } from '../../../../src/runs/runPicture.ts';
import type { RunQuestion } from '../../../../src/runs/runQuestion.ts';
import type { RunRecord, RunStore } from '../../../../src/runs/runRecord.ts';
import { nodePictureFiles } from '../../../../src/runs/scan/nodePictureFiles.ts';
import { openRunStore } from '../../../../src/runs/store/openRunStore.ts';
import { askTestProvider, differentPictures, runQuestion } from '../../../support/runs/runFolder.ts';

/** A folder with pictures and a store, in which runs are opened as a window does it. */
export interface SessionFolder {
  folder: string;
  store: RunStore;
  notes: RunMemento;
  memory: Memento;
  /** Makes a run of all pictures. */
  create: (question?: Partial<RunQuestion>) => Promise<RunRecord>;
  /** Makes a run of some pictures beside another. */
  sample: (record: RunRecord, change: Partial<RunQuestion>, indices: readonly number[]) => Promise<RunRecord>;
  open: (record: RunRecord, parts?: Partial<RunSessionParts>) => RunSession;
}

/** Makes folders with so many pictures; what was made is gone after the test. */
export function useSessionFolders(url: () => string): (count: number) => Promise<SessionFolder> {
  const undo: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const step of undo.splice(0).reverse()) await step();
  });
  return async count => {
    const folder = await mkdtemp(path.join(tmpdir(), 'sightline-session-'));
    undo.push(() => rm(folder, { recursive: true, force: true }));
    await mkdir(path.join(folder, 'pictures'));
    const pictures: RunPicture[] = [];
    for (const [name, bytes] of Object.entries(await differentPictures(count))) {
      const location = path.join(folder, 'pictures', name);
      await writeFile(location, bytes);
      const { size, mtimeMs } = await stat(location);
      pictures.push({ location, name, byteLength: size, modifiedAt: mtimeMs });
    }
    const store = openRunStore(path.join(folder, 'state'));
    const memory = mementoStandIn();
    const notes = new RunMemento(memory);
    const create = (question: Partial<RunQuestion> = {}, of = pictures): Promise<RunRecord> =>
      store.create({
        title: 'pictures',
        question: runQuestion(url(), question),
        pictures: of,
        skipped: [{ name: 'notes.txt', reason: 'no picture' }],
      });
    return {
      folder,
      store,
      notes,
      memory,
      create,
      sample: (record, change, indices) =>
        create(
          { ...record.question, ...change },
          indices.flatMap(index => pictures[index] ?? []),
        ),
      open: (record, parts = {}) => {
        const session = new RunSession({
          record,
          notes,
          files: nodePictureFiles(),
          prepare: () => Promise.resolve(),
          askBy: () => askTestProvider(url()),
          most: () => 2,
          priceOf: () => undefined,
          providerName: () => 'Test Provider',
          batchPossible: () => false,
          openBatches: () => Promise.reject(new Error('There are no batches here.')),
          keptIn: 'here',
          ...parts,
        });
        undo.push(() => session.close());
        return session;
      },
    };
  };
}

/** The view, which fits the protocol. */
export function viewOf(session: RunSession): RunView {
  return runViewSchema.parse(session.view());
}

function mementoStandIn(): Memento {
  const kept = new Map<string, unknown>();
  return {
    keys: () => [...kept.keys()],
    get: <T>(name: string, fallback?: T) => (kept.get(name) ?? fallback) as T,
    update: (name, value) => {
      // As the editor keeps it.
      kept.set(name, JSON.parse(JSON.stringify(value)));
      return Promise.resolve();
    },
  };
}
