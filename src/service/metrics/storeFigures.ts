import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { JobState } from '../store/jobs.ts';
import { storeFile } from '../store/dataFolder.ts';
import type { ServiceStore } from '../store/openStore.ts';
import { logOf } from '../store/storeHead.ts';

/** The states of jobs, each of which has a figure. */
export const jobStates: readonly JobState[] = ['queued', 'running', 'done', 'failed', 'cancelled'];

/** How many jobs are in each state, in one walk along an index. */
export function jobsByState({ database }: Pick<ServiceStore, 'database'>): Record<JobState, number> {
  const counts = jobStates.map(state => `count(*) FILTER (WHERE state = '${state}') AS ${state}`).join(', ');
  const found = database.get<Record<JobState, number>>(`SELECT ${counts} FROM jobs INDEXED BY jobs_open`);
  return found ?? { queued: 0, running: 0, done: 0, failed: 0, cancelled: 0 };
}

/** Bytes of the database, and of the log beside it. */
export function storeBytes(dataDir: string): { main: number; log: number } {
  const store = join(dataDir, storeFile);
  const size = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return { main: size(store), log: size(logOf(store)) };
}
