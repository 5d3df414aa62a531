import { recordSpending } from '../../../src/service/money/spending.ts';
import { saveBudget } from '../../../src/service/store/budgets.ts';
import { openStore } from '../../../src/service/store/openStore.ts';
import { firstOwner } from '../../../src/service/store/people.ts';
import { savePrice } from '../../../src/service/store/prices.ts';
import { createServiceKey } from '../../../src/service/store/serviceKeys.ts';
import { findOwnWorkspace } from '../../../src/service/store/workspaces.ts';

/** Holds all the money of a budget in the folder given, tells for whom, and goes on holding it. */
const store = openStore({ dataDir: process.argv[2] ?? '' });
const owner = firstOwner(store, 'Owner');
const workspaceId = findOwnWorkspace(store, owner.id)?.id ?? '';
const actor = { kind: 'user' as const, id: owner.id, name: owner.username };
const { serviceKey } = createServiceKey(store, { workspaceId, name: 'first', prefix: 'sl_', actor });
savePrice(store, { workspaceId, actor, model: 'test/m', input: 1, output: 2 });
// A thousand tokens of output.
saveBudget(store, { workspaceId, actor, keyId: '', period: 'day', nano: 2_000_000, subject: 'Workspace' });
const spender = { workspaceId, keyId: serviceKey.id, keyName: 'first', memberId: owner.id };
await recordSpending(store, () => undefined).open({
  ...{ ...spender, model: 'test/m', signal: new AbortController().signal },
  bound: () => ({ inputTokens: 0, outputTokens: 1000, certain: true }),
});
setInterval(() => undefined, 60_000);
console.log(JSON.stringify(spender));
