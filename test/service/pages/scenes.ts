import type { Page } from 'playwright-core';
import type { TeamService } from './teamService.ts';

/** A page in a state worth looking at. */
export interface Scene {
  name: string;
  /** Who looks; nobody where it is left out. */
  who?: 'owner' | 'admin' | 'viewer';
  reach: (page: Page, service: TeamService) => Promise<unknown>;
}

const open = (address: string) => (page: Page, service: TeamService) => page.goto(service.url + address);
const settings = (tab: string, owner = '&owner=acme') => `/settings?tab=${tab}${owner}`;

/** Opens an address and presses the buttons of these names, one after the other. */
function press(address: string, ...names: string[]): Scene['reach'] {
  return async (page, service) => {
    await page.goto(service.url + address);
    for (const name of names) await page.getByRole('button', { name, exact: true }).first().click();
  };
}

/** Every page, and every dialog on it. */
export const scenes: readonly Scene[] = [
  { name: 'overview', who: 'owner', reach: open('/?owner=acme') },
  { name: 'overview-personal', who: 'owner', reach: open('/') },
  { name: 'overview-viewer', who: 'viewer', reach: open('/?owner=acme') },
  { name: 'keys', who: 'owner', reach: open(settings('api-keys')) },
  { name: 'keys-empty', who: 'owner', reach: open(settings('api-keys', '')) },
  { name: 'keys-viewer', who: 'viewer', reach: open(settings('api-keys')) },
  { name: 'keys-create', who: 'owner', reach: press(settings('api-keys'), 'Create Key') },
  {
    name: 'keys-add-provider',
    who: 'owner',
    reach: async (page, service) => {
      await press(settings('api-keys'), 'Add Provider Key')(page, service);
      await page.getByLabel('Provider', { exact: true }).selectOption('other');
    },
  },
  {
    name: 'keys-refused',
    who: 'owner',
    reach: async (page, service) => {
      await press(settings('api-keys'), 'Add Provider Key')(page, service);
      await page.getByLabel('Provider', { exact: true }).selectOption('openai');
      await page.getByRole('button', { name: 'Save Key' }).click();
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'keys-made',
    who: 'owner',
    reach: async (page, service) => {
      await press(settings('api-keys', ''), 'Create Key')(page, service);
      const asked = page.getByRole('dialog', { name: 'Create Key' });
      await asked.getByLabel('Name').fill('Phone');
      await asked.getByRole('button', { name: 'Create Key' }).click();
      await page.getByRole('dialog', { name: 'Key created' }).waitFor();
    },
  },
  {
    name: 'text-only-change',
    who: 'admin',
    reach: async (page, service) => {
      await page.goto(service.url + settings('api-keys'));
      const section = page.getByRole('region', { name: 'Images for Text-Only Models' });
      await section.getByRole('button', { name: 'Change' }).click();
    },
  },
  { name: 'text-only-off', who: 'owner', reach: press(settings('api-keys'), 'Turn Off') },
  { name: 'keys-remove', who: 'owner', reach: press(settings('api-keys'), 'Remove Laptop') },
  { name: 'provider-replace', who: 'owner', reach: press(settings('api-keys'), 'Replace Key of Lab Server') },
  {
    name: 'rotate',
    who: 'owner',
    reach: async (page, service) => {
      await page.goto(service.url + settings('api-keys'));
      await page.getByRole('link', { name: 'Rotate Laptop' }).click();
      await page.getByRole('heading', { name: 'Rotate “Laptop”' }).waitFor();
    },
  },
  {
    name: 'rotate-finish',
    who: 'owner',
    reach: async (page, service) => {
      await page.goto(service.url + settings('api-keys'));
      await page.getByRole('link', { name: 'Finish rotation' }).click();
      await page.getByRole('button', { name: 'Revoke Old Key' }).waitFor();
    },
  },
  { name: 'spending', who: 'owner', reach: open(settings('spending')) },
  { name: 'spending-empty', who: 'owner', reach: open(settings('spending', '')) },
  { name: 'spending-viewer', who: 'viewer', reach: open(settings('spending')) },
  { name: 'spending-budget', who: 'owner', reach: press(settings('spending'), 'Set Budget') },
  { name: 'spending-price', who: 'owner', reach: press(settings('spending'), 'Set Price') },
  { name: 'integrations', who: 'owner', reach: open(settings('integrations')) },
  { name: 'integrations-empty', who: 'owner', reach: open(settings('integrations', '')) },
  { name: 'integrations-viewer', who: 'viewer', reach: open(settings('integrations')) },
  {
    name: 'host-token',
    who: 'owner',
    reach: async (page, service) => {
      await press(settings('integrations', ''), 'Connect Host')(page, service);
      await page.getByLabel('Name').fill('Bench');
      await page.getByRole('button', { name: 'Create Token' }).click();
      await page.getByRole('dialog', { name: 'Connect “Bench”' }).waitFor();
    },
  },
  { name: 'host-disconnect', who: 'owner', reach: press(settings('integrations'), 'Disconnect Lab GPU 1') },
  { name: 'team', who: 'owner', reach: open(settings('team')) },
  { name: 'team-personal', who: 'owner', reach: open(settings('team', '')) },
  { name: 'team-viewer', who: 'viewer', reach: open(settings('team')) },
  { name: 'team-invite', who: 'owner', reach: press(settings('team'), 'Invite') },
  { name: 'team-transfer', who: 'owner', reach: press(settings('team'), 'Transfer Ownership') },
  {
    name: 'team-link',
    who: 'owner',
    reach: async (page, service) => {
      await press(settings('team'), 'New link for new.person@acme.example')(page, service);
      await page.getByRole('dialog', { name: 'Invitation for new.person@acme.example' }).waitFor();
    },
  },
  { name: 'team-new', who: 'owner', reach: open('/teams/new?owner=acme') },
  { name: 'activity', who: 'owner', reach: open('/activity?owner=acme') },
  { name: 'activity-admin', who: 'admin', reach: open('/activity?owner=acme') },
  { name: 'activity-viewer', who: 'viewer', reach: open('/activity?owner=acme') },
  { name: 'training-empty', who: 'owner', reach: open('/training') },
  { name: 'training', who: 'viewer', reach: open('/training?owner=acme') },
  {
    name: 'training-run',
    who: 'viewer',
    reach: async (page, service) => {
      await page.goto(`${service.url}/training?owner=acme`);
      await page.getByRole('link', { name: 'Cracks', exact: true }).click();
      await page.getByRole('img', { name: /^lr\/pg0: / }).waitFor();
    },
  },
  {
    name: 'training-compare',
    who: 'owner',
    reach: async (page, service) => {
      await page.goto(`${service.url}/training?owner=acme`);
      for (const box of await page.getByRole('checkbox').all()) await box.check();
      await page.getByRole('button', { name: 'Compare Selected Runs' }).click();
      await page.getByRole('img', { name: /^lr\/pg0: / }).waitFor();
    },
  },
  { name: 'sessions', who: 'owner', reach: open('/sessions?owner=acme') },
  { name: 'sessions-end-all', who: 'owner', reach: press('/sessions', 'Sign Out Everywhere') },
  {
    name: 'menu-account',
    who: 'owner',
    reach: async (page, service) => {
      await page.goto(`${service.url}/?owner=acme`);
      await page.getByLabel('Account: Grace Hopper').click();
    },
  },
  {
    name: 'menu',
    who: 'owner',
    reach: async (page, service) => {
      await page.goto(`${service.url}/?owner=acme`);
      await page.getByLabel('Workspace: Acme Vision').click();
    },
  },
  { name: 'signed-out', reach: open('/settings') },
  { name: 'sign-in', reach: open('/sign-in#token=not-a-token-but-as-long-as-one') },
  { name: 'sign-in-without-link', reach: open('/sign-in') },
  {
    name: 'invitation-dead',
    reach: async (page, service) => {
      await page.goto(`${service.url}/invitation#token=not-a-token-but-as-long-as-one`);
      await page.getByRole('heading', { name: 'This link does not work' }).waitFor();
    },
  },
  {
    name: 'sign-in-dead',
    reach: async (page, service) => {
      await page.goto(`${service.url}/sign-in#token=not-a-token-but-as-long-as-one`);
      await page.getByRole('button', { name: 'Sign In' }).click();
      await page.getByRole('heading', { name: 'This link does not work' }).waitFor();
    },
  },
  { name: 'not-found', reach: open('/nowhere') },
];
