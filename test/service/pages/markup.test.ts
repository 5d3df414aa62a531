import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { relativeTime } from '../../../src/service/pages/markup/time.ts';
import { fillTeam } from './fillTeam.ts';
import type { Page } from './person.ts';
import { logInLink } from '../../../src/platform/logInLink.ts';
import { startTeam } from './teamService.ts';
import type { TeamService } from './teamService.ts';

let service: TeamService;
beforeAll(async () => {
  service = await startTeam();
  await fillTeam(service);
});
afterAll(() => service[Symbol.asyncDispose]());

const addresses = [
  '/',
  '/?owner=acme',
  '/activity?owner=acme',
  '/settings?tab=api-keys&owner=acme',
  '/settings?tab=spending&owner=acme',
  '/settings?tab=integrations&owner=acme',
  '/settings?tab=team&owner=acme',
  '/settings?tab=team',
  '/teams/new',
  '/sign-in',
  '/invitation',
  '/sessions',
  '/sign-in?token=0123456789012345678901234567890',
  '/invitation?token=0123456789012345678901234567890',
  '/nowhere',
];

test.for(addresses)('%s has no inline code or style, and takes nothing from elsewhere', async address => {
  const page = await service.owner.open(address);
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/unsafe|nonce|data:|https?:|\*/);
  expect(policy).toContain("form-action 'self'");
  expect(page.headers.get('cache-control')).toBe('no-store');
  expect(page.headers.get('x-frame-options')).toBe('DENY');
  expect(page.headers.get('referrer-policy')).toBe('same-origin');
  expect(page.document.querySelectorAll('style, script:not([src]), [style]')).toHaveLength(0);
  for (const element of page.document.querySelectorAll('*')) {
    expect(element.getAttributeNames().filter(name => name.startsWith('on'))).toEqual([]);
    for (const name of ['src', 'href', 'action'])
      if (element.getAttribute(name) !== logInLink(service.url))
        expect(element.getAttribute(name) ?? '/').toMatch(/^[/#](?!\/)/);
  }
});

test.for(addresses)('%s is in order: one main, one h1, a title, labels, unique ids', async address => {
  const { document } = await service.owner.open(address);
  expect(document.documentElement.lang).toBe('en');
  expect(document.title).toMatch(/ · Sightline$/);
  expect(document.querySelectorAll('main')).toHaveLength(1);
  expect(document.querySelectorAll('h1')).toHaveLength(1);
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)]);
  for (const field of document.querySelectorAll<HTMLInputElement>('input:not([type=hidden]), select'))
    expect((field.labels?.length ?? 0) > 0 || field.hasAttribute('aria-label')).toBe(true);
  for (const button of document.querySelectorAll('button[commandfor]'))
    expect(document.getElementById(button.getAttribute('commandfor') ?? '')?.localName).toBe('dialog');
});

const hostile = `<script>alert(1)</script>"'><img src=x onerror=alert(2)>&amp;`;

function holds(page: Page): void {
  expect(page.status).toBeLessThan(500);
  expect(
    page.document.querySelectorAll('script:not([src]), img:not([src="/assets/icon.svg"]), [onerror]'),
  ).toHaveLength(0);
  expect(page.html).not.toContain('<script>alert');
  expect(page.html).not.toContain(`"'>`);
}

test('hostile names are text wherever they stand', async () => {
  await using team = await startTeam();
  const { owner } = team;
  const name = hostile;
  const key = (await owner.api('POST', '/api/api-keys?owner=acme', { name })) as { keyId: string };
  await owner.api('POST', '/api/api-keys?owner=acme', { name });
  await owner.api('PUT', '/api/provider-keys/evil?owner=acme', {
    label: name,
    baseUrl: 'https://evil.example/v1',
    key: 'sk-0000',
  });
  const { host } = (await owner.api('POST', '/api/hosts?owner=acme', { name })) as {
    host: { hostId: string };
  };
  await owner.api('POST', '/api/jobs?owner=acme', { name, hostId: host.hostId });
  await owner.api('POST', '/api/teams', { username: 'hostile', fullName: name });
  for (const address of [
    '/?owner=hostile',
    '/?owner=acme',
    '/activity?owner=acme',
    '/settings?tab=api-keys&owner=acme',
    '/settings?tab=integrations&owner=acme',
    '/settings?tab=team&owner=hostile',
    `/settings/api-keys/rotate?owner=acme&old=${key.keyId}`,
  ]) {
    const page = await owner.open(address);
    holds(page);
    expect(page.document.body.textContent).toContain(hostile);
  }
  const list = await owner.open('/settings?tab=api-keys&owner=acme');
  expect(list.document.getElementById(key.keyId)?.querySelector('.danger')?.getAttribute('aria-label')).toBe(
    `Remove ${hostile}`,
  );
});

test('hostile fields and addresses are text too', async () => {
  const { owner, stranger } = service;
  const fields = Object.fromEntries(
    [
      'provider',
      'name',
      'id',
      'label',
      'baseUrl',
      'email',
      'fullName',
      'username',
      'role',
      'token',
      'keyId',
    ].map(name => [name, hostile]),
  );
  for (const path of [
    '/settings/api-keys/create',
    '/settings/providers/add',
    '/settings/providers/replace',
    '/settings/team/invite',
    '/settings/team/role',
    '/teams/new',
    '/sign-in',
    '/invitation',
  ])
    holds(await owner.post(`${path}?owner=acme`, fields));
  const query = encodeURIComponent(hostile);
  for (const address of [
    `/sign-in?token=${query}`,
    `/invitation?token=${query}`,
    `/?owner=${query}`,
    `/settings?tab=${query}`,
    `/settings?tab=api-keys&keys=${query}&providers=${query}&flash=${query}`,
    `/activity?owner=acme&events=${query}&usage=${query}`,
    `/settings/api-keys/rotate?owner=acme&old=${query}`,
    `/${query}`,
  ]) {
    holds(await owner.open(address));
    holds(await stranger.open(address, { 'sec-fetch-site': 'cross-site' }));
  }
});

test('scripts and styles come from our own folder only', async () => {
  const script = await fetch(`${service.url}/assets/pages.js`);
  expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(script.headers.get('x-content-type-options')).toBe('nosniff');
  const imports = [...(await script.text()).matchAll(/'\.\/(\w+\.js)'/g)].map(([, name]) => name ?? '');
  for (const name of [...imports, 'pages.css', 'icon.svg'])
    expect([name, (await fetch(`${service.url}/assets/${name}`)).status]).toEqual([name, 200]);
  for (const name of ['..%2fregisterPages.ts', '%2e%2e/view.ts', 'constructor', ''])
    expect([name, (await fetch(`${service.url}/assets/${name}`)).status]).toEqual([name, 404]);
  const etag = script.headers.get('etag') ?? '';
  const again = await fetch(`${service.url}/assets/pages.js`, { headers: { 'if-none-match': etag } });
  expect(again.status).toBe(304);
});

test('the service has the icon of the editor, on its pages and where a browser asks for one by itself', async () => {
  const icon = readFileSync(`${import.meta.dirname}/../../../media/icon.svg`, 'utf8');
  const asked = await fetch(`${service.url}/favicon.ico`);
  expect(asked.headers.get('content-type')).toBe('image/svg+xml');
  expect(await asked.text()).toBe(icon);
  const { document } = await service.stranger.open('/sign-in');
  expect(document.querySelector('link[rel=icon]')?.getAttribute('href')).toBe('/assets/icon.svg');
  expect(document.querySelector('.plain-brand img')?.getAttribute('src')).toBe('/assets/icon.svg');
});

test('with the pages, too, /robots.txt, /api and its description are no page', async () => {
  const type = async (path: string) => {
    const { status, headers } = await fetch(`${service.url}${path}`);
    return [status, headers.get('content-type')?.split(';')[0]];
  };
  expect(await type('/robots.txt')).toEqual([200, 'text/plain']);
  expect(await type('/api')).toEqual([200, 'text/plain']);
  expect(await type('/api/openapi.json')).toEqual([200, 'application/json']);
  expect(await type('/healthz')).toEqual([200, 'application/json']);
});

test('times in words', () => {
  const minute = 60_000;
  const words = (ago: number) => relativeTime(-ago, 0);
  expect([0, 59_999].map(words)).toEqual(['just now', 'just now']);
  expect(words(minute)).toBe('1 minute ago');
  expect(words(59.9 * minute)).toBe('59 minutes ago');
  expect(words(60 * minute)).toBe('1 hour ago');
  expect(words(24 * 60 * minute)).toBe('yesterday');
  expect(words(90 * 24 * 60 * minute)).toBe('3 months ago');
  expect(words(-10 * minute)).toBe('in 10 minutes');
});
