import { createMiddleware } from 'hono/factory';
import { namingDedicated } from '../dedicated.ts';
import { refusal, refusals } from '../roles.ts';
import type { Permission, Principal } from '../roles.ts';
import type { Actor } from '../store/activity.ts';
import { findOwnWorkspace, getWorkspace } from '../store/workspaces.ts';
import { authenticate } from './authenticate.ts';
import type { Caller, Granted, ServiceContext, ServiceDependencies, ServiceEnv } from '../context.ts';
import { limitBody, managementLimit } from './limitBody.ts';
import { limitDepth } from './limitDepth.ts';
import type { RateCategory } from './rateLimit.ts';
import { requireSameOrigin } from './sameOrigin.ts';
import { invalidKey, ServiceError } from './serviceError.ts';

/** How a route is guarded beside its permission. */
export interface GuardOptions {
  /** What its requests count as. */
  category?: RateCategory;
  /** Whether the handler reads the body itself, within limits of its own. */
  readsBody?: boolean;
  /** Whether reading it, too, needs the same origin: it shows a secret. */
  secret?: boolean;
}

/**
 * Lets a request in only if its caller may; the handler then finds {@link Granted} in its context. In this order:
 * whose it is (401), how many there were (429), where it comes from (403), which workspace it means and whether the
 * caller may (403), how large it is (413).
 */
export function guard(dependencies: ServiceDependencies, permission: Permission, options: GuardOptions = {}) {
  const limited = limitBody(managementLimit);
  return createMiddleware<ServiceEnv>(async (c, next) => {
    const caller = await authenticate(c, dependencies);
    await countRequest(dependencies, caller, options.category ?? 'default');
    if (caller.kind === 'serviceKey') dependencies.usage.countKey(caller.key.id);
    if (caller.kind === 'session' && (options.secret === true || c.req.method !== 'GET'))
      requireSameOrigin(c, dependencies);
    const granted = grant(c, dependencies, caller);
    const refused = refusal(permission, principalOf(granted));
    if (refused !== undefined) throw new ServiceError(403, refused);
    if (caller.kind === 'serviceKey') requireEndpoint(caller.key.endpoint, permission, c.req.param('name'));
    c.set('caller', granted.caller);
    c.set('actor', granted.actor);
    c.set('workspace', granted.workspace);
    c.set('role', granted.role);
    if (options.readsBody === true) return next();
    return limited(c, async () => {
      await limitDepth(c, next);
    });
  });
}

async function countRequest(
  dependencies: ServiceDependencies,
  caller: Caller,
  category: RateCategory,
): Promise<void> {
  try {
    await dependencies.limits.take(callerId(caller), category);
  } catch (error) {
    throw category === 'gateway' ? namingDedicated(error, dependencies) : error;
  }
}

/**
 * Keeps keys of a dedicated endpoint to it, and others away from it. Whose key it is, each may ask.
 * @throws {ServiceError} 403
 */
function requireEndpoint(endpoint: string | null, permission: Permission, asked: string | undefined): void {
  if (permission === 'seeAccount') return;
  if (permission === 'useDedicated' ? endpoint === asked : endpoint === null) return;
  throw new ServiceError(
    403,
    endpoint === null ? refusals.permission : `This key is for the dedicated endpoint ${endpoint} alone`,
  );
}

function principalOf({ caller, role }: Granted): Principal {
  return caller.kind === 'session' ? { kind: 'session', role } : { kind: caller.kind };
}

/** The id under which a caller's requests are counted. */
export function callerId(caller: Caller): string {
  switch (caller.kind) {
    case 'session':
      return caller.session.id;
    case 'serviceKey':
      return caller.key.id;
    case 'workerKey':
      return caller.host.id;
  }
}

/** The workspace that the request means: `?owner=` for members, its own for a key, which may name no other. */
function grant(c: ServiceContext, { store }: ServiceDependencies, caller: Caller): Granted {
  const named = c.req.query('owner');
  if (caller.kind === 'session') {
    const { user } = caller.session;
    const workspace = findOwnWorkspace(store, user.id, named);
    if (workspace === undefined) throw new ServiceError(403, refusals.permission);
    const actor: Actor = { kind: 'user', id: user.id, name: user.username };
    return { caller, actor, workspace, role: workspace.role };
  }
  const holder = caller.kind === 'serviceKey' ? caller.key : caller.host;
  const workspace = getWorkspace(store, holder.workspaceId);
  if (workspace === undefined) throw invalidKey();
  if (named !== undefined && named !== workspace.username) throw new ServiceError(403, refusals.permission);
  const actor: Actor = {
    kind: caller.kind === 'serviceKey' ? 'key' : 'host',
    id: holder.id,
    name: holder.name,
  };
  return { caller, actor, workspace, role: 'owner' };
}

/**
 * The record that an id means, if it is the caller's workspace's.
 * @throws {ServiceError} 404 where there is none, 403 where it is another workspace's.
 */
export function own<R extends { workspaceId: string }>(
  c: ServiceContext,
  record: R | undefined,
  what: string,
): R {
  if (record === undefined) throw new ServiceError(404, `${what} not found`);
  const { id, username } = c.get('workspace');
  if (record.workspaceId === id) return record;
  // A person may be a member of its workspace and has only not named it; a key has one workspace and no choice.
  throw new ServiceError(
    403,
    c.get('caller').kind === 'session'
      ? `${what} is not in the workspace ${username}: add ?owner= with the username of its workspace`
      : refusals.permission,
  );
}
