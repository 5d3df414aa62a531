import type { ServiceContext, ServiceDependencies } from '../context.ts';
import { ServiceError } from '../http/serviceError.ts';
import { refusal } from '../roles.ts';
import type { Permission } from '../roles.ts';
import { membersOfRole } from '../store/members.ts';
import type { User } from '../store/people.ts';
import type { BrowserSession } from '../store/sessions.ts';
import { findOwnWorkspace, listWorkspaces } from '../store/workspaces.ts';
import type { OwnWorkspace } from '../store/workspaces.ts';
import type { Flash } from './flash.ts';

/** What a page shows, and to whom. */
export interface PageView {
  service: ServiceDependencies;
  user: User;
  /** The session of this browser. */
  sessionId: string;
  /** The workspace that the address names with `?owner=`; the personal one without. */
  workspace: OwnWorkspace;
  workspaces: readonly OwnWorkspace[];
  now: number;
  /** What the change before this page has to tell. */
  flash: Flash | undefined;
  /** The path of the address. */
  path: string;
  /** The query of the address. */
  query: (name: string) => string | undefined;
  /** All values that it has for a name. */
  queries: (name: string) => readonly string[];
}

/** Finds out what a signed-in person looks at. @throws {ServiceError} 403 for a workspace of others. */
export function openView(
  c: ServiceContext,
  service: ServiceDependencies,
  session: BrowserSession,
  flash: Flash | undefined,
): PageView {
  const { user } = session;
  const workspace = findOwnWorkspace(service.store, user.id, c.req.query('owner'));
  if (workspace === undefined) throw new ServiceError(403, 'You are not a member of this workspace');
  return {
    service,
    user,
    sessionId: session.id,
    workspace,
    workspaces: listWorkspaces(service.store, user.id),
    now: service.store.now(),
    flash,
    path: c.req.path,
    query: name => c.req.query(name),
    queries: name => c.req.queries(name) ?? [],
  };
}

/** Whether the person may do a thing in this workspace: the rules of the API. */
export function may({ workspace }: PageView, permission: Permission): boolean {
  return refusal(permission, { kind: 'session', role: workspace.role }) === undefined;
}

/** Who owns this workspace, as people call them. */
export function ownerOf({ service, workspace }: PageView): string {
  const [owner] = membersOfRole(service.store, workspace.id, 'owner', 1);
  return owner === undefined ? 'its owner' : `${owner.name} (${owner.username})`;
}

/** The address of a page in this workspace. */
export function link(
  { workspace }: Pick<PageView, 'workspace'>,
  path: string,
  query: Readonly<Record<string, string | number | undefined>> = {},
): string {
  const written = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) written.set(name, String(value));
  if (workspace.kind === 'team') written.set('owner', workspace.username);
  return written.size === 0 ? path : `${path}?${written.toString()}`;
}

/** The tabs of the settings, as `?tab=` names them. */
export const settingsTabs = ['api-keys', 'spending', 'integrations', 'team'] as const;
export type SettingsTab = (typeof settingsTabs)[number];

/** The tab that a query names; undefined for anything else. */
export function knownTab(value: string | undefined): SettingsTab | undefined {
  return settingsTabs.find(tab => tab === value);
}

/** The address of a tab of the settings. */
export function settingsLink(view: Pick<PageView, 'workspace'>, tab: SettingsTab): string {
  return link(view, '/settings', { tab });
}

/** What was refused of the form `form`, if that is why this page is shown. */
export function problemOf({ flash }: PageView, form: string) {
  return flash?.kind === 'problem' && flash.form === form ? flash : undefined;
}
