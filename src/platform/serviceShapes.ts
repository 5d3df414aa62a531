import * as z from 'zod';
import { regionShape } from './region.ts';

/* Answers and bodies of the routes that our own service adds to the public contract. */

const instant = z.iso.datetime({ offset: true });
/** A name that people give: needed, not unique. One of invisible characters alone is none. */
export const givenName = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .refine(name => /[^\p{C}\p{Z}]/u.test(name), 'has no visible character');
const username = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,38}$/, 'up to 39 lowercase letters, digits and hyphens');
/**
 * Query of a list that comes in pages: `cursor` is what an earlier page has told of the next one, in its `next` and in its
 * Link header. The first page without.
 */
export const pageQueryShape = z.object({
  owner: z.string().max(100).optional(),
  cursor: z.string().max(1000).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(100),
});
const token = z.string().min(20).max(200);

/** GET /api/info: what anybody may know of a service. */
export const serviceInfoShape = z.object({
  version: z.string(),
  /** The lowest version of Sightline that is served. */
  minClient: z.string().optional(),
  /** The region of its accounts, and the addresses of all regions. */
  region: regionShape.optional(),
  regions: z.partialRecord(regionShape, z.string()).optional(),
});

/** GET /api/api-keys/{keyId}/value. */
export const apiKeyValueShape = z.object({ keyId: z.string(), key: z.string() });

/** Body of POST /api/session: the token of a sign-in link. */
export const signInShape = z.strictObject({ token });
/** GET and POST /api/session: who is signed in, and where they may work. */
export const sessionShape = z.object({
  user: z.object({ userId: z.string(), username: z.string(), name: z.string(), email: z.string() }),
  workspaces: z.array(
    z.object({
      workspaceId: z.string(),
      username: z.string(),
      fullName: z.string(),
      accountType: z.enum(['personal', 'team']),
      role: z.enum(['owner', 'admin', 'editor', 'viewer']),
    }),
  ),
  expiresAt: instant,
});
/** GET /api/sessions: the browsers in which the person is signed in. */
export const sessionListShape = z.object({
  sessions: z.array(
    z.object({
      sessionId: z.string(),
      /** `Firefox on Linux`; empty where it is not known. */
      browser: z.string(),
      createdAt: instant,
      lastUsedAt: instant,
      expiresAt: instant,
      /** Whether it is the one that asks. */
      current: z.boolean(),
    }),
  ),
});
/** POST /api/session/link and POST /api/invitations/{inviteId}/link: a link that works once. */
export const linkShape = z.object({ url: z.string(), expiresAt: instant });

/** Body of POST /api/teams. */
export const newTeamShape = z.strictObject({ username, fullName: givenName });
/** Body of POST /api/invitations/accept; name and username are needed where nobody is signed in. */
export const acceptInvitationShape = z.strictObject({
  token,
  name: givenName.optional(),
  username: username.optional(),
});

/** A provider that is connected to a workspace. */
export const connectedProviderShape = z.object({
  provider: z.string(),
  label: z.string(),
  /** The first characters of the saved key, for the owner only. */
  keyPrefix: z.string().optional(),
  baseUrl: z.string().optional(),
  createdAt: instant,
  updatedAt: instant,
});
/** GET /api/provider-keys: what is connected, and what could be. */
export const providerListShape = z.object({
  providers: z.array(connectedProviderShape),
  available: z.array(
    z.object({ provider: z.string(), label: z.string(), baseUrl: z.string(), needsKey: z.boolean() }),
  ),
});
/** Body of PUT /api/provider-keys/{provider}. */
export const saveProviderKeyShape = z.strictObject({
  key: z.string().trim().min(1).max(4096).optional(),
  baseUrl: z.string().trim().max(2000).optional(),
  label: givenName.optional(),
});
/** The name of a provider: one of the known ones or the owner's own. */
export const providerIdShape = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'lowercase letters, digits and hyphens');

/** A model as the gateway names it. */
const gatewayModelName = z
  .string()
  .trim()
  .max(250)
  .regex(/^[a-z0-9-]+\/.{1,200}$/, 'expected provider/model');
/** GET /api/text-only-models: models that get images as words, and the vision model that describes them. */
export const textOnlyModelsShape = z.object({
  describedBy: z.string().optional(),
  models: z.array(z.string()),
});
/** Body of PUT /api/text-only-models. */
export const saveTextOnlyModelsShape = z.strictObject({
  describedBy: gatewayModelName,
  models: z.array(gatewayModelName).min(1).max(1000),
});

/** US dollars per million tokens. */
const pricePart = z.number().min(0).max(1e6);
const modelPrice = z.object({ model: z.string(), input: z.number(), output: z.number() });
/** GET /api/prices: the workspace's own prices, and the list that counts for all other models, with its day. */
export const priceListShape = z.object({
  own: z.array(modelPrice.extend({ updatedAt: instant })),
  asOf: z.iso.date(),
  listed: z.array(modelPrice),
});
/** Body of PUT /api/prices, and what it answers. */
export const savePriceShape = z.strictObject({
  model: gatewayModelName,
  input: pricePart,
  output: pricePart,
});
/** Query of DELETE /api/prices. */
export const removePriceShape = z.object({
  owner: z.string().max(100).optional(),
  model: z.string().max(250),
});

/** GET /api/spend: what was spent by day (UTC), key, member and model, the latest day first. */
export const spendShape = z.object({
  spend: z.array(
    z.object({
      day: z.iso.date(),
      keyId: z.string(),
      keyName: z.string(),
      /** Who made the key. */
      member: z.string(),
      model: z.string(),
      requests: z.int(),
      /** Requests whose price was not known: they are not in `dollars`. */
      unpriced: z.int(),
      inputTokens: z.int(),
      outputTokens: z.int(),
      dollars: z.number(),
    }),
  ),
  next: z.string().optional(),
});

const budgetPeriod = z.enum(['day', 'week', 'month']);
/** A budget, and how it stands. Periods begin at midnight in UTC, weeks on Mondays. */
export const budgetShape = z.object({
  budgetId: z.string(),
  /** Absent for the whole workspace. */
  keyId: z.string().optional(),
  keyName: z.string().optional(),
  period: budgetPeriod,
  dollars: z.number(),
  spent: z.number(),
  /** Held for requests that are under way. */
  held: z.number(),
  /** Whether at least 80 % of it is spent. */
  warning: z.boolean(),
  resetsAt: instant,
});
/** GET /api/budgets. */
export const budgetListShape = z.object({ budgets: z.array(budgetShape) });
/** Body of PUT /api/budgets; without a key it is for the whole workspace. */
export const saveBudgetShape = z.strictObject({
  keyId: z.string().max(100).optional(),
  period: budgetPeriod,
  dollars: z.number().min(0).max(1e6),
});

/** An On Premise host. */
export const hostShape = z.object({
  hostId: z.string(),
  name: z.string(),
  status: z.enum(['waiting', 'expired', 'connected']),
  createdAt: instant,
  connectedAt: instant.optional(),
  lastSeenAt: instant.optional(),
});
/** GET /api/hosts; `next` is the `cursor` of the following page. */
export const hostListShape = z.object({ hosts: z.array(hostShape), next: z.string().optional() });
/** Body of POST /api/hosts. */
export const newHostShape = z.strictObject({ name: givenName });
/** POST /api/hosts: the one-time token that the host trades for its worker key. */
export const createdHostShape = z.object({ host: hostShape, token: z.string(), tokenExpiresAt: instant });
/** Body of POST /api/hosts/connect. */
export const connectHostShape = z.strictObject({ token });
/** POST /api/hosts/connect: the worker key, told this once. */
export const connectedHostShape = z.object({ hostId: z.string(), workerKey: z.string() });
/** DELETE /api/hosts/{hostId}. */
export const disconnectedHostShape = z.object({
  deleted: z.literal(true),
  hostId: z.string(),
  cancelledJobs: z.int(),
});

/** Where a job stands. */
export const jobStateShape = z.enum(['queued', 'running', 'done', 'failed', 'cancelled']);
/** Progress figures of a job: name to number. */
export const metricsShape = z
  .record(z.string().max(60), z.number())
  .refine(metrics => Object.keys(metrics).length <= 100, 'at most 100 figures');
/** A job of an On Premise host as a list has it: without its input and output, which can be large. */
export const listedJobShape = z.object({
  jobId: z.string(),
  name: z.string(),
  state: jobStateShape,
  /** The host that runs it, or that it is meant for; absent while any host may take it. */
  hostId: z.string().optional(),
  error: z.string().optional(),
  metrics: metricsShape.optional(),
  createdAt: instant,
  startedAt: instant.optional(),
  finishedAt: instant.optional(),
});
/** A job with all that is known of it. */
export const jobShape = listedJobShape.extend({ input: z.unknown(), output: z.unknown() });
/** GET /api/jobs; `next` is the `cursor` of the following page. */
export const jobListShape = z.object({ jobs: z.array(listedJobShape), next: z.string().optional() });
/** Query of GET /api/jobs. */
export const jobQueryShape = pageQueryShape.extend({
  state: jobStateShape.optional(),
  hostId: z.string().max(100).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
/** Body of POST /api/jobs. */
export const newJobShape = z.strictObject({
  name: givenName,
  hostId: z.string().max(100).optional(),
  input: z.unknown().optional(),
});
/** GET /api/jobs/{jobId}: with every progress report that is kept. */
export const jobDetailShape = jobShape.extend({
  progress: z.array(z.object({ at: instant, metrics: metricsShape })),
});
/** Body of POST /api/jobs/take: seconds after which a job of which nothing is heard goes back; it stays without. */
export const takeJobShape = z.strictObject({ lease: z.int().min(10).max(86_400).optional() });
/** POST /api/jobs/take. */
export const takenJobShape = z.object({ job: jobShape.nullable() });
/** POST /api/jobs/give-back. */
export const givenBackShape = z.object({ givenBack: z.int() });
/** Body of POST /api/jobs/{jobId}/progress; without figures it only says that the job is worked on. */
export const progressShape = z.strictObject({ metrics: metricsShape });
/** POST /api/jobs/{jobId}/progress: `cancelled` tells the host to stop. */
export const jobStateAnswerShape = z.object({ jobId: z.string(), state: jobStateShape });
/** Body of POST /api/jobs/{jobId}/finish. */
export const finishJobShape = z.strictObject({
  state: z.enum(['done', 'failed']),
  output: z.unknown().optional(),
  error: z.string().max(2000).optional(),
});

/** One line of the audit trail. */
export const activityEventShape = z.object({
  id: z.int(),
  at: instant,
  actor: z.object({ kind: z.enum(['user', 'key', 'host', 'service']), id: z.string(), name: z.string() }),
  action: z.string(),
  subjectId: z.string(),
  subject: z.string(),
  detail: z.string().optional(),
});
/** GET /api/activity, newest first; `next` is the `before` of the following page. */
export const activityShape = z.object({ events: z.array(activityEventShape), next: z.int().optional() });
/** Query of GET /api/activity. */
export const activityQueryShape = z.object({
  owner: z.string().max(100).optional(),
  before: z.coerce.number().int().optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
/** Query of GET /api/activity/export: after which event, since when, and whose doings; `actor` is the id of a person, key or host. */
export const activityExportQueryShape = z.object({
  owner: z.string().max(100).optional(),
  after: z.coerce.number().int().min(0).optional(),
  since: instant.optional(),
  actor: z.string().max(100).optional(),
});

/**
 * GET /api/usage: what went through the gateway per key and model, tokens as far as the providers counted them, the latest
 * first. `next` is the `cursor` of the following page.
 */
export const usageShape = z.object({
  usage: z.array(
    z.object({
      keyId: z.string(),
      keyName: z.string(),
      model: z.string(),
      requests: z.int(),
      inputTokens: z.int(),
      outputTokens: z.int(),
      lastUsedAt: instant,
    }),
  ),
  next: z.string().optional(),
});

/** GET /api/v1/models, in the shape of OpenAI-compatible servers. */
export const gatewayModelsShape = z.object({
  object: z.literal('list'),
  data: z.array(
    z.object({
      id: z.string(),
      object: z.literal('model'),
      created: z.int(),
      owned_by: z.string(),
      /** Of a text-only model whose images are described: what it takes through the gateway. */
      architecture: z
        .object({ input_modalities: z.array(z.string()), output_modalities: z.array(z.string()) })
        .optional(),
      /** The vision model that describes them. */
      images_described_by: z.string().optional(),
    }),
  ),
});
