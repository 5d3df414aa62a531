import { openStore } from '../../../src/service/store/openStore.ts';
import { firstOwner } from '../../../src/service/store/people.ts';
import { createServiceKey } from '../../../src/service/store/serviceKeys.ts';
import { findOwnWorkspace } from '../../../src/service/store/workspaces.ts';

/** Opens the store of the folder given, makes a key, and tells whose. */
const store = openStore({ dataDir: process.argv[2] ?? '' });
const owner = firstOwner(store, 'Owner');
const workspaceId = findOwnWorkspace(store, owner.id)?.id ?? '';
const actor = { kind: 'user' as const, id: owner.id, name: owner.username };
const { serviceKey } = createServiceKey(store, { workspaceId, name: 'first', prefix: 'sl_', actor });
console.log(
  JSON.stringify({
    owner: owner.id,
    masterKey: store.masterKeys.current().id,
    store: store.id,
    keyId: serviceKey.id,
  }),
);
store.close();
