import { isJsonObject, type JsonObject } from '../../base/json.ts';
import type { Findings } from '../../recognition/findings.ts';
import { readFindings } from '../../recognition/readFindings.ts';
import type { EndReason, Usage } from './answer.ts';
import type { CallPiece } from './toolCalls.ts';

/** What one chunk of a stream says, or the whole answer of a server that does not stream. */
export interface ChunkMeaning {
  text?: string;
  reasoning?: string;
  refusal?: string;
  usage?: Usage;
  model?: string;
  /** How the answer ended, where the chunk says so. */
  end?: EndReason;
  /** True where nothing comes after this chunk. */
  last?: boolean;
  /** What it says of tools that are called. */
  calls?: readonly CallPiece[];
  /** What was found in each image, where the server recognises. */
  findings?: readonly (Findings | null)[];
}

/** The value where it is an object; otherwise an empty one, whose members are all absent. */
export function objectOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** The value where it is a list; otherwise an empty one. */
export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The value where it is a text; otherwise an empty one. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The tokens, where both are counted: a server that says 0 of both does not count. */
export function usageOf(input: unknown, output: unknown): { usage?: Usage } {
  if (!isCount(input) || !isCount(output) || input + output === 0) return {};
  return { usage: { inputTokens: input, outputTokens: output } };
}

/** `1e999` in JSON is a number too, which no sum and no file survives. */
function isCount(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= Number.MAX_SAFE_INTEGER;
}

/** Images of a question beyond which no findings are read. */
const mostImages = 200;

/** What a server says it found in the images, image by image: `null` where it found nothing out, or says it badly. */
export function findingsOf({ sightline_findings: given }: JsonObject): Pick<ChunkMeaning, 'findings'> {
  if (!Array.isArray(given) || given.length === 0 || given.length > mostImages) return {};
  return { findings: given.map(one => readFindings(one) ?? null) };
}
