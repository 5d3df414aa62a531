import { z } from 'zod/mini';
import { isModelId } from './captioners.ts';

/** More files than this no model has. */
const mostFiles = 200;

const bytes = z.int().check(z.gte(0));
const words = z.string().check(z.maxLength(200));
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** A path inside a model's folder: no part of it leads out. */
export const innerPath = z.string().check(z.maxLength(200), z.refine(isInnerPath));

const head = {
  format: z.literal(1),
  id: z.string().check(z.refine(isModelId)),
  label: words,
  kind: z.enum(['captioner', 'florence', 'chat']),
  /** Absent for a model of the person's own. */
  licence: z.optional(words),
  weights: z.record(words, z.enum(['q8', 'uint8', 'int8', 'q4', 'fp32'])),
};

const installed = z.object({
  ...head,
  /** The hub's address with the model's name, or the folder that it was copied from. */
  source: z.string().check(z.maxLength(4000)),
  /** The hub's commit. */
  revision: z.optional(words),
  files: z.array(z.object({ path: innerPath, bytes, sha256 })).check(z.maxLength(mostFiles)),
  /** Milliseconds since the epoch. */
  addedAt: z.number(),
});

const download = z.object({
  ...head,
  repository: words,
  revision: z.string().check(z.regex(/^[0-9a-f]{40}$/)),
  files: z
    .array(
      z.object({
        path: innerPath,
        bytes,
        /** What the hub tells of the content: of a large file its SHA-256, of a small one git's name for it. */
        check: z.union([
          z.object({ sha256 }),
          z.object({ gitBlob: z.string().check(z.regex(/^[0-9a-f]{40}$/)) }),
        ]),
      }),
    )
    .check(z.maxLength(mostFiles)),
});

/** A model that is whole, as its folder says it in `sightline-model.json`. */
export type InstalledModel = z.infer<typeof installed>;

/** What a download is to fetch, as its folder says it in `sightline-download.json` until all of it is there. */
export type DownloadPlan = z.infer<typeof download>;

export type PlannedFile = DownloadPlan['files'][number];

export const manifestName = 'sightline-model.json';
export const planName = 'sightline-download.json';

/** What is written in a folder's manifest; `undefined` where it is something else. */
export function readInstalled(value: unknown): InstalledModel | undefined {
  return installed.safeParse(value).data;
}

/** What is written in a folder's plan; `undefined` where it is something else. */
export function readPlan(value: unknown): DownloadPlan | undefined {
  return download.safeParse(value).data;
}

/** Whether a path with `/` stays inside the folder that it begins in, on every system. */
export function isInnerPath(path: string): boolean {
  return path.split('/').every(part => /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/.test(part));
}
