import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { questionId } from '../../../../src/runs/runQuestion.ts';
import type { RunStore } from '../../../../src/runs/runRecord.ts';
import { openRunStore } from '../../../../src/runs/store/openRunStore.ts';
import { question } from './exampleRun.ts';

/** A store in a folder of its own. */
export interface TemporaryStore {
  folder: string;
  store: RunStore;
  /** What the store said. */
  told: string[];
  /** The store as another process would open it. */
  freshStore: () => RunStore;
  /** Where the answers to the example's question are kept. */
  answersFile: () => string;
  runFile: (id: string) => string;
}

/** A new store for each test of the file. */
export function temporaryStore(): TemporaryStore {
  const disk = {
    answersFile: () => join(disk.folder, 'answers', `${questionId(question)}.jsonl`),
    runFile: id => join(disk.folder, 'runs', `${id}.jsonl`),
    freshStore: () => openRunStore(disk.folder, { patience: 0, report: message => disk.told.push(message) }),
  } as TemporaryStore;
  beforeEach(async () => {
    disk.folder = await mkdtemp(join(tmpdir(), 'sightline-store-'));
    disk.told = [];
    disk.store = disk.freshStore();
  });
  afterEach(() => rm(disk.folder, { recursive: true }));
  return disk;
}
