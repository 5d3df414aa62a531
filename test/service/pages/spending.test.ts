import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTeam } from './teamService.ts';
import type { TeamService } from './teamService.ts';

let service: TeamService;
beforeAll(async () => {
  service = await startTeam();
});
afterAll(() => service[Symbol.asyncDispose]());

const page = '/settings?tab=spending&owner=acme';
const forms = '/settings/spending';

test('the owner sets a budget and a price and takes them back; the others see only prices', async () => {
  const { owner, admin, viewer } = service;
  const before = await owner.open(page);
  expect(before.text).toContain('Requests are not limited by what they cost.');
  const withBudget = await owner.send(before, `${forms}/set-budget`, {
    ...{ keyId: '', period: 'month', dollars: '$20.50' },
  });
  expect(withBudget.text).toContain('The budget is set.');
  const withPrice = await owner.send(withBudget, `${forms}/set-price`, {
    ...{ model: 'lab/qwen3-vl', input: '0,2', output: '0.6' },
  });
  const rows = (seen: { document: Document }, section: string) =>
    [...seen.document.querySelectorAll(`[aria-labelledby=${section}] > table tbody tr`)].map(row =>
      row.textContent.replace(/\s+/g, ' ').trim(),
    );
  expect(rows(withPrice, 'prices')).toEqual(['lab/qwen3-vl $0.2 $0.6']);
  expect(rows(await owner.open(page), 'budgets')[0]).toMatch(/^Workspace \$20\.50 a month \$0\.00 Within in/);
  for (const member of [admin, viewer]) {
    const { html, text } = await member.open(page);
    expect(text).toContain('Only the owner can view budgets');
    expect(text).toContain('lab/qwen3-vl');
    expect(html).not.toContain(`${forms}/set-`);
  }
  expect((await admin.post(`${forms}/set-budget?owner=acme`, { period: 'day', dollars: '1' })).status).toBe(
    403,
  );
  const budgetId = withPrice.document.querySelector<HTMLInputElement>('[name=budgetId]')?.value ?? '';
  const without = await owner.send(withPrice, `${forms}/remove-budget`, { budgetId });
  expect(without.text).toContain('Requests are not limited by what they cost.');
  const listed = await owner.send(without, `${forms}/remove-price`, { model: 'lab/qwen3-vl' });
  expect(rows(listed, 'prices')).toEqual([]);
  const activity = await owner.open('/activity?owner=acme');
  for (const words of ['set the budget of', 'set the price of', 'Download CSV'])
    expect(activity.text).toContain(words);
});

test('what is no amount is refused in the dialog, which keeps what was typed', async () => {
  const typed = { keyId: '', period: 'week', dollars: 'much' };
  const refused = await service.owner.post(`${forms}/set-budget?owner=acme`, typed);
  expect(refused.status).toBe(400);
  const dialog = refused.document.querySelector('dialog#set-budget[open]');
  expect(dialog?.querySelector('[role=alert]')?.textContent).toMatch(/^\s*US dollars: /);
  expect(dialog?.querySelector<HTMLInputElement>('[name=dollars]')?.value).toBe('much');
  expect(dialog?.querySelector<HTMLSelectElement>('[name=period]')?.value).toBe('week');
});

test('members see how many answers are shared; the owner deletes them', async () => {
  const { owner, admin } = service;
  const answers = [1, 2].map(number => ({
    key: String(number).repeat(64),
    ...{ text: 'A cat.', model: 'm', width: 1, height: 1 },
  }));
  await admin.api('POST', '/api/shared-answers?owner=acme', { answers });
  const shared = (page: Awaited<ReturnType<typeof owner.open>>) =>
    page.document.querySelector('[aria-labelledby=shared-answers]')?.textContent.replace(/\s+/g, ' ');
  const seen = await admin.open('/settings?tab=spending&owner=acme');
  expect(shared(seen)).toContain('2 answers, 412 bytes.');
  expect(seen.html).not.toContain('/settings/shared-answers/delete');
  const page = await owner.open('/settings?tab=spending&owner=acme');
  const deleted = await owner.send(page, '/settings/shared-answers/delete', {});
  expect(shared(deleted)).toContain('No answers are shared.');
  expect((await owner.open('/activity?owner=acme')).text).toContain('deleted the shared answers of');
});
