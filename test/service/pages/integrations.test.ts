import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillTeam } from './fillTeam.ts';
import { startTeam } from './teamService.ts';
import type { TeamService } from './teamService.ts';

let service: TeamService;
beforeAll(async () => {
  service = await startTeam();
  await fillTeam(service);
});
afterAll(() => service[Symbol.asyncDispose]());

const hostsPage = '/settings?tab=integrations&owner=acme';

test('connecting a host gives a command and a token that works once, for ten minutes', async () => {
  const { owner, clock } = service;
  const page = await owner.send(await owner.open(hostsPage), '/settings/hosts/connect', { name: 'New box' });
  const token = page.document.querySelector<HTMLInputElement>('#made-token')?.value ?? '';
  const command = page.document.querySelector<HTMLTextAreaElement>('#made-value')?.value ?? '';
  expect(command).toBe(`sightline worker --service ${service.url}`);
  const again = await owner.open(hostsPage);
  expect(again.html).not.toContain(token);
  expect(again.text).toContain('New box token ends in 10 minutes Waiting');

  clock.now += 10 * 60_000;
  expect((await owner.open(hostsPage)).text).toContain('New box Token expired');
  const late = await fetch(`${service.url}/api/hosts/connect`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  expect(late.status).toBe(401);
});

test('hosts and jobs are shown with their state and progress', async () => {
  const { text } = await service.viewer.open(hostsPage);
  expect(text).toContain('Connected 1 running, 2 queued');
  expect(text).toContain('Train the crack detector epoch 12, loss 0.04312 Running Lab GPU 1');
  expect(text).not.toContain('Connect Host');
});

test('an editor cancels a job; a viewer is offered none', async () => {
  expect((await service.viewer.open(hostsPage)).html).not.toContain('/settings/jobs/cancel');
  const page = await service.editor.open(hostsPage);
  const after = await service.editor.send(page, '/settings/jobs/cancel', { name: 'Export to ONNX' });
  expect(after.text).toContain('The job “Export to ONNX” is cancelled.');
  expect(after.text).toContain('Connected 1 running, 1 queued');
});

test('disconnecting says what is cancelled, and cancels it', async () => {
  const { owner } = service;
  const page = await owner.open(hostsPage);
  const dialog = [...page.document.querySelectorAll('dialog')].find(({ textContent }) =>
    textContent.includes('Disconnect “Lab GPU 1”?'),
  );
  const named = [...(dialog?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent);
  expect(named).toEqual(['Describe the May pictures queued', 'Train the crack detector running'].reverse());
  const after = await owner.send(page, '/settings/hosts/disconnect', { name: 'Lab GPU 1' });
  expect(after.text).toContain('The host “Lab GPU 1” is disconnected, 2 jobs cancelled.');
  expect(after.text).not.toContain('Running');
});

test('the activity tells who did what, and the usage which key asked which model', async () => {
  const forOwner = await service.owner.open('/activity?owner=acme');
  expect(forOwner.text).toContain('Laptop offline/describer 1');
  for (const line of [
    'editor cancelled the job Export to ONNX',
    'owner disconnected the host Lab GPU 1 2 jobs cancelled',
    'host Lab GPU 1 connected',
    'owner created the key CI',
    'owner saved the key of OpenAI connected',
    'viewer joined viewer, invited as viewer@acme.example',
  ])
    expect(forOwner.text).toContain(line);
  const forAdmin = await service.admin.open('/activity?owner=acme');
  expect(forAdmin.text).toContain('owner created the key CI');
  expect(forAdmin.text).not.toContain('offline/describer');
  const forViewer = await service.viewer.open('/activity?owner=acme');
  expect(forViewer.text).toContain('Only the owner and admins can view activity');
  expect(forViewer.text).not.toContain('created the key');
});

test('older activity is a page away', async () => {
  for (let number = 0; number < 50; number++)
    await service.owner.api('POST', '/api/jobs?owner=acme', { name: `job ${number}` });
  const newest = await service.owner.open('/activity?owner=acme');
  expect(newest.text).not.toContain('owner created the team');
  let page = newest;
  for (let turned = 0; turned < 5 && !page.text.includes('created the team'); turned++) {
    const older = [...page.document.querySelectorAll('.pager a')].find(
      ({ textContent }) => textContent === 'Older',
    );
    page = await service.owner.open(older?.getAttribute('href') ?? '');
  }
  expect(page.text).toContain('owner created the team Acme Vision');
  expect(page.text).toContain('First page');
});
