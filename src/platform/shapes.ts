import * as z from 'zod';
import { regionShape } from './region.ts';
import { givenName } from './serviceShapes.ts';

/*
 * Answers and bodies of the platform service's API, for the client and the service alike. This file has the routes
 * of the public contract, `serviceShapes.ts` those of our own service. Answers let unknown members pass, so that a
 * newer service does not break an older client; bodies are strict, as the contract's are.
 */
export * from './serviceShapes.ts';
export * from './sharedAnswerShapes.ts';

const instant = z.iso.datetime({ offset: true });

/** A workspace's plan, as the contract names it. */
export const planShape = z.enum(['free', 'pro', 'enterprise']);
/** Every role in a workspace. */
export const roleShape = z.enum(['owner', 'admin', 'editor', 'viewer']);
/** The roles a person can be invited as: ownership is handed over, never given by invitation. */
export const invitedRoleShape = z.enum(['admin', 'editor', 'viewer']);
/** A role in a workspace. */
export type Role = z.infer<typeof roleShape>;

/** Every failure. */
export const errorShape = z.object({ error: z.string() });
/** Answer of a change that has nothing else to say. */
export const successShape = z.object({ success: z.literal(true) });
/** `?owner=`: the workspace's username; absent means the caller's own. */
export const ownerQueryShape = z.object({ owner: z.string().max(100).optional() });

/** GET /api/account/summary. */
export const accountSummaryShape = z.object({
  username: z.string(),
  name: z.string(),
  accountType: z.enum(['personal', 'team']),
  plan: planShape,
  creditsCents: z.int(),
  counts: z.object({ projects: z.int(), datasets: z.int(), models: z.int() }),
  teams: z.array(z.object({ username: z.string(), fullName: z.string().optional(), role: z.string() })),
});

/** One service key in a list: never more of its value than the display prefix. */
export const apiKeyShape = z.object({
  keyId: z.string(),
  name: z.string(),
  keyPrefix: z.string(),
  lastUsedAt: instant.optional(),
  usageCount: z.number(),
  createdAt: instant,
});
/** GET /api/api-keys. The contract allows no further member: the next page is in the Link header. */
export const apiKeyListShape = z.object({ keys: z.array(apiKeyShape) });
/**
 * Body of POST /api/api-keys. The contract lets the name be absent; ours wants one, and knows keys of dedicated
 * endpoints.
 */
export const newApiKeyShape = z.strictObject({ name: givenName, endpoint: z.string().max(39).optional() });
/** POST /api/api-keys: the only answer beside the audited one that holds a whole key. */
export const createdApiKeyShape = z.object({
  keyId: z.string(),
  key: z.string(),
  keyPrefix: z.string(),
  name: z.string(),
  createdAt: instant,
});
/** Query of DELETE /api/api-keys. */
export const revokeQueryShape = ownerQueryShape.extend({ keyId: z.string().max(100) });
/** DELETE /api/api-keys. */
export const revokedApiKeyShape = z.object({ deleted: z.literal(true), keyId: z.string() });

/** One team of GET /api/teams. */
export const teamShape = z.object({
  userId: z.string(),
  username: z.string(),
  fullName: z.string().optional(),
  imageUrl: z.string().optional(),
  iconColor: z.string().optional(),
  iconLetter: z.string().optional(),
  plan: planShape,
  region: regionShape,
  role: z.string(),
  deniedReason: z.string().optional(),
});
/** GET /api/teams. */
export const teamListShape = z.object({ teams: z.array(teamShape) });

/** One member or open invitation of GET /api/members. */
export const memberShape = z.object({
  userId: z.string().optional(),
  username: z.string(),
  email: z.string(),
  role: z.string(),
  status: z.enum(['pending', 'active']),
  joinedAt: instant,
  imageUrl: z.string().optional(),
  invitedBy: z.string().optional(),
  inviteId: z.string().optional(),
  inviteCreatedAt: instant.optional(),
});
/** GET /api/members. The next page is in the Link header, as with the keys. */
export const memberListShape = z.object({ members: z.array(memberShape), maxSeats: z.number() });
/** Body of POST /api/members. */
export const inviteShape = z.strictObject({ email: z.email().max(254), role: invitedRoleShape });
/** POST /api/members. */
export const invitedShape = z.object({ invited: z.literal(true), email: z.string() });
/** Body of PATCH /api/members/{userId}. */
export const changeRoleShape = z.strictObject({ role: invitedRoleShape });
/** Body of POST /api/members/transfer-ownership. */
export const transferOwnershipShape = z.strictObject({ targetUserId: z.string().max(128) });

/** GET /api/models/completed. */
export const modelListShape = z.object({
  models: z.array(
    z.object({
      _id: z.string(),
      slug: z.string(),
      name: z.string(),
      task: z.enum(['detect', 'segment', 'semantic', 'depth', 'classify', 'pose', 'obb']),
      projectSlug: z.string(),
      projectName: z.string(),
      projectIconColor: z.string().optional(),
      projectIconLetter: z.string().optional(),
      bestFitness: z.number().optional(),
    }),
  ),
});

const mapShape = z.object({ shape: z.array(z.number()), encoding: z.literal('png'), data: z.string() });
/** POST /api/models/{modelId}/predict. */
export const predictionShape = z.object({
  images: z.array(
    z.object({
      shape: z.array(z.number()),
      speed: z.record(z.string(), z.number()),
      results: z.array(z.unknown()),
      semantic_mask: mapShape.optional(),
      depth: mapShape
        .extend({
          min: z.number(),
          max: z.number(),
          bits: z.union([z.literal(8), z.literal(12), z.literal(16)]),
        })
        .optional(),
    }),
  ),
  metadata: z.object({
    imageCount: z.int(),
    functionTimeAlive: z.number(),
    functionTimeCall: z.number(),
    task: z.string().nullable(),
    version: z.record(z.string(), z.string()),
  }),
});
