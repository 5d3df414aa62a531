import path from 'node:path';
import { present } from '../../base/present.ts';
import { SightlineError } from '../../base/errors.ts';
import type { Usage } from '../../inference/api/answer.ts';
import { recordText } from '../../runs/exports/caption.ts';
import type { Findings } from '../../recognition/findings.ts';
import type { Description, RunRow } from '../../runs/runRow.ts';
import type { Target } from '../asking/target.ts';
import type { ErrorObject, Output } from '../output.ts';

/** What became of one picture of a run, as a line of the output has it. */
export type ResultObject = { file: string; sha256?: string } & (
  | {
      text: string;
      /** The answer's values, where a form was given. */
      columns?: Record<string, unknown>;
      provider: string;
      model: string;
      usage?: Usage;
      /** Absent where it came in a batch. */
      seconds?: number;
      notes: string[];
      /** What was found in the image, where who answered recognises: with boxes in pixels of the upright original. */
      findings?: Findings;
      /** It was asked in an earlier run, and not again. */
      reused?: true;
      /** It was asked by another of the workspace, and cost nothing. */
      shared?: true;
    }
  | { error: ErrorObject }
);

/** The result of a picture that was described. */
export function describedObject(
  row: RunRow,
  description: Description,
  { provider }: Target,
  reused: boolean,
): ResultObject {
  const { columns, model, usage, seconds, notes, findings, shared } = description;
  return {
    ...head(row),
    text: recordText(description),
    ...present({ columns }),
    provider: provider.id,
    model,
    ...present({ usage, seconds }),
    notes,
    ...present({ findings }),
    ...(reused ? { reused } : {}),
    ...present({ shared }),
  };
}

/** The result of a picture that failed. */
export function failedObject(row: RunRow, out: Output): ResultObject {
  return { ...head(row), error: out.errorObject(failureObject(row)) };
}

/** Why a picture has no description, as an error. */
export function failureObject({ failure }: RunRow): SightlineError {
  const { code = 'noAnswer', message = 'There is no reason on record.', hint, remedy } = failure ?? {};
  return new SightlineError(code, message, { hint, remedy });
}

function head(row: RunRow): { file: string; sha256?: string } {
  const { sha256 } = row;
  return { file: fileName(row), ...present({ sha256 }) };
}

/** The file's path. */
export function fileName({ picture }: RunRow): string {
  return fromHere(picture.location);
}

/** A path, from the current folder where it lies below it. */
export function fromHere(location: string): string {
  const relative = path.relative('', location);
  return relative === '' || relative.startsWith('..') || path.isAbsolute(relative) ? location : relative;
}
