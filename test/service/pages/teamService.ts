import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startService } from '../../../src/service/startService.ts';
import type { ServiceOptions } from '../../../src/service/serviceOptions.ts';
import { linkToken } from '../../support/service/linkToken.ts';
import { Person } from './person.ts';

/** Milliseconds in a day. */
export const day = 24 * 60 * 60 * 1000;

/** A service with a team, `acme`, and somebody signed in for each role. */
export interface TeamService extends AsyncDisposable {
  url: string;
  /** Its time, which tests move. */
  clock: { now: number };
  owner: Person;
  admin: Person;
  editor: Person;
  viewer: Person;
  /** Signed in nowhere. */
  stranger: Person;
  log: string[];
}

/** Starts a service on a loopback port, without a team yet: gives the link that signs its first owner in. */
export async function startPages(options: Partial<ServiceOptions> = {}) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'sightline-pages-'));
  const clock = { now: Date.now() };
  const log: string[] = [];
  const service = await startService({
    dataDir,
    ownerName: 'Grace Hopper',
    clock: () => clock.now,
    log: entry => void log.push(JSON.stringify(entry)),
    rateLimits: { default: 100_000 },
    ...options,
  });
  return {
    url: service.url,
    signInUrl: service.signInUrl ?? '',
    clock,
    log,
    async [Symbol.asyncDispose]() {
      await service.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Starts a service with the team. */
export async function startTeam(options: Partial<ServiceOptions> = {}): Promise<TeamService> {
  const service = await startPages(options);
  const { url } = service;
  const owner = new Person(url);
  await owner.signIn(service.signInUrl);
  await owner.api('POST', '/api/teams', { username: 'acme', fullName: 'Acme Vision' });
  const join = async (role: string, name: string) => {
    const person = new Person(url);
    await person.api('POST', '/api/invitations/accept', {
      token: await invitationToken(owner, `${role}@acme.example`, role),
      name,
      username: role,
    });
    return person;
  };
  return {
    ...service,
    owner,
    admin: await join('admin', 'Ada Lovelace'),
    editor: await join('editor', 'Edith Clarke'),
    viewer: await join('viewer', 'Vera Rubin'),
    stranger: new Person(url),
  };
}

/** Invites an address to the team and gives the token of its link. */
export async function invitationToken(owner: Person, email: string, role: string): Promise<string> {
  await owner.api('POST', '/api/members?owner=acme', { email, role });
  const { members } = (await owner.api('GET', '/api/members?owner=acme')) as {
    members: { email: string; inviteId?: string }[];
  };
  const id = members.find(member => member.email === email)?.inviteId ?? '';
  const { url } = (await owner.api('POST', `/api/invitations/${id}/link?owner=acme`)) as { url: string };
  return linkToken(url);
}
