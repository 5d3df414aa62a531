import type { Role } from '../platform/shapes.ts';

/** Who may do a thing: members in a browser session by role, keys by kind. */
export interface Rule {
  /** Roles that may, in a session. */
  roles: readonly Role[];
  /** Whether a service key may, for its own workspace. */
  serviceKey: boolean;
  /** Whether an On Premise host's worker key may, for its own workspace. */
  workerKey: boolean;
}

const everyone = ['owner', 'admin', 'editor', 'viewer'] as const;
const owner = ['owner'] as const;

function rule(roles: readonly Role[], keys: Partial<Omit<Rule, 'roles'>> = {}): Rule {
  return { roles, serviceKey: false, workerKey: false, ...keys };
}

/**
 * The rules, once. A service key acts as the workspace's owner on its resources, yet manages no keys, provider keys,
 * members or hosts: whoever finds one shall not be able to make it permanent.
 */
export const rules = {
  seeAccount: rule(everyone, { serviceKey: true }),
  seeModels: rule(everyone, { serviceKey: true }),
  useGateway: rule([], { serviceKey: true }),
  /** Only with a key of the endpoint. */
  useDedicated: rule([], { serviceKey: true }),

  manageKeys: rule(owner),
  /** A key sees its own use. */
  seeUsage: rule(owner, { serviceKey: true }),

  seeProviders: rule(everyone),
  manageProviders: rule(owner),
  /** Which model describes images for the text-only ones: it costs the workspace, and shows no secret. */
  manageTextOnlyModels: rule(['owner', 'admin']),

  /** They are found by the content of an image alone: nobody can list them. */
  findSharedAnswers: rule(everyone, { serviceKey: true }),
  keepSharedAnswers: rule(['owner', 'admin', 'editor'], { serviceKey: true }),
  deleteSharedAnswers: rule(owner),

  seePrices: rule(everyone, { serviceKey: true }),
  managePrices: rule(owner),
  seeSpend: rule(owner),
  manageBudgets: rule(owner),

  seeMembers: rule(everyone),
  manageMembers: rule(owner),
  /** Ending a membership: the owner ends any, the others only their own. */
  endMembership: rule(everyone),

  seeHosts: rule(everyone),
  manageHosts: rule(owner),

  seeJobs: rule(everyone, { serviceKey: true }),
  manageJobs: rule(['owner', 'admin', 'editor'], { serviceKey: true }),
  workOnJobs: rule([], { workerKey: true }),

  seeTraining: rule(everyone, { serviceKey: true }),
  reportTraining: rule(['owner', 'admin', 'editor'], { serviceKey: true }),

  seeActivity: rule(['owner', 'admin']),
  /** What concerns the person alone: their session, making a team. */
  beSignedIn: rule(everyone),
} as const satisfies Record<string, Rule>;

/** Something that one may be allowed to do. */
export type Permission = keyof typeof rules;

/** What a request comes with: a member's session, or a key of a kind. */
export type Principal = { kind: 'session'; role: Role } | { kind: 'serviceKey' } | { kind: 'workerKey' };

/** The words for a refusal; the public service uses the same. */
export const refusals = {
  permission: 'Permission denied for this operation',
  owner: 'Workspace owner access required',
} as const;

/** Why `principal` may not, in the words for the person; undefined where it may. */
export function refusal(permission: Permission, principal: Principal): string | undefined {
  const wanted: Rule = rules[permission];
  if (principal.kind !== 'session') return wanted[principal.kind] ? undefined : refusals.permission;
  if (wanted.roles.includes(principal.role)) return undefined;
  return wanted.roles.length === 1 ? refusals.owner : refusals.permission;
}
