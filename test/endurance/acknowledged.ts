import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { answerLineSchema } from '../../src/runs/store/answerLines.ts';

const mark = /the mark ([0-9a-f]{16})\./;

/**
 * The marks of the pictures whose answers lie whole on the disk, in a run's folder of state. What is not yet a line of
 * its own does not count: nobody was told of it.
 */
export async function acknowledged(state: string): Promise<Set<string>> {
  const folder = path.join(state, 'answers');
  const marks = new Set<string>();
  for (const name of await readdir(folder).catch(() => []))
    if (name.endsWith('.jsonl'))
      for (const line of wholeLines(await readFile(path.join(folder, name), 'utf8'))) {
        const answer = answerLineSchema.safeParse(parsed(line)).data;
        const found = answer?.type === 'answer' ? mark.exec(answer.text)?.[1] : undefined;
        if (found !== undefined) marks.add(found);
      }
  return marks;
}

function wholeLines(text: string): string[] {
  return text.slice(0, text.lastIndexOf('\n') + 1).split('\n');
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // A line that a kill left half-written.
    return undefined;
  }
}
