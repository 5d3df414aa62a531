/* What the service answers, as programs see it. A newer service may add members. */

/** The account and the workspace that a key belongs to. */
export interface AccountSummary {
  username: string;
  name: string;
  accountType: 'personal' | 'team';
  plan: 'free' | 'pro' | 'enterprise';
  creditsCents: number;
  counts: { projects: number; datasets: number; models: number };
  teams: { username: string; fullName?: string | undefined; role: string }[];
}

/** What a trained model does with an image. */
export type Task = 'detect' | 'segment' | 'semantic' | 'depth' | 'classify' | 'pose' | 'obb';

/** A model with usable weights. */
export interface TrainedModel {
  _id: string;
  slug: string;
  name: string;
  task: Task;
  projectSlug: string;
  projectName: string;
  bestFitness?: number | undefined;
}

/** A model that answers prompts through the service: `provider/model`. */
export interface PromptModel {
  id: string;
  /** The provider. */
  owned_by: string;
}

/** Where a job stands. */
export type JobState = 'queued' | 'running' | 'done' | 'failed' | 'cancelled';

/** A job of an On Premise host as a list has it. Times are in ISO 8601. */
export interface ListedJob {
  jobId: string;
  name: string;
  state: JobState;
  /** The host that runs it, or that it is meant for; absent while any host may take it. */
  hostId?: string | undefined;
  error?: string | undefined;
  /** The newest progress figures. */
  metrics?: Record<string, number> | undefined;
  createdAt: string;
  startedAt?: string | undefined;
  finishedAt?: string | undefined;
}

/** A job with what went in and came out. */
export interface Job extends ListedJob {
  input: unknown;
  output: unknown;
}

/** A job with every progress report that is kept, the oldest first. */
export interface JobDetail extends Job {
  progress: { at: string; metrics: Record<string, number> }[];
}

/** A page of jobs, the newest first; `next` is the `cursor` of the page after it. */
export interface JobPage {
  jobs: ListedJob[];
  next?: string | undefined;
}

/** What went through the service's gateway with one key to one model. */
export interface UsageRow {
  keyId: string;
  keyName: string;
  model: string;
  requests: number;
  inputTokens: number;
  outputTokens: number;
  lastUsedAt: string;
}

/** A page of usage, the latest first; `next` is the `cursor` of the page after it. */
export interface UsagePage {
  usage: UsageRow[];
  next?: string | undefined;
}

/** A PNG in base64, of so many rows and columns. */
export interface PixelMap {
  shape: number[];
  encoding: 'png';
  data: string;
}

/** What a model found in one image. */
export interface ImagePrediction {
  /** Height and width. */
  shape: number[];
  /** Milliseconds of each step. */
  speed: Record<string, number>;
  /** One object for each thing found; its members depend on the model's task: `class`, `name`, `confidence`, `box`, … */
  results: unknown[];
  semantic_mask?: PixelMap | undefined;
  depth?: (PixelMap & { min: number; max: number; bits: 8 | 12 | 16 }) | undefined;
}

/** The answer of a model to one image or video. */
export interface Prediction {
  images: ImagePrediction[];
  metadata: {
    imageCount: number;
    functionTimeAlive: number;
    functionTimeCall: number;
    task: string | null;
    version: Record<string, string>;
  };
}
