import { createHost } from '../../../src/service/store/hosts.ts';
import { createServiceKey } from '../../../src/service/store/serviceKeys.ts';
import { testApp, type Ask, type TestApp } from '../../support/service/testApp.ts';
import {
  apiRequest,
  referencesIn,
  withReferences,
  type ApiRequest,
  type RequestDocument,
} from '../apiRequest.ts';
import type { Target } from '../target.ts';

/** Requests to one service. */
const requests = 40;

let document: Promise<RequestDocument> | undefined;

/**
 * Requests along the description of the API by every kind of caller, to a service of their own: each answer is as
 * described, and none is a failure of the service itself.
 */
const target: Target<ApiRequest[]> = {
  seconds: 60,
  make: async random => {
    document ??= onNewService(
      async ({ app }) => (await app.request('/api/openapi.json')).json() as Promise<RequestDocument>,
    );
    const described = await document;
    return Array.from({ length: requests }, () => apiRequest(random, described));
  },
  attempt: all =>
    onNewService(async service => {
      const callers = callersOf(service);
      const seen: string[] = [];
      for (const request of all) {
        const { method, path, asked } = withReferences(request, seen);
        const caller = callers[request.caller % callers.length];
        const { status, body } = await service.ask(method, path, {
          ...caller,
          ...asked,
        });
        const failed = status >= 500 && ![502, 503, 504].includes(status);
        const logged = service.log.find(({ level }) => level === 'error');
        if (failed || logged !== undefined)
          throw new Error(`${method} ${path}: ${status}. ${logged?.message ?? ''}`, { cause: logged?.stack });
        seen.push(...referencesIn(body));
      }
    }),
};

export default target;

/** Each role, somebody outside, keys of a workspace and of a host, a wrong key, nobody. */
function callersOf({ store, team, person }: TestApp): Ask[] {
  const { workspace, members } = team();
  const { actor } = members.owner;
  const { token } = createHost(store, { workspaceId: workspace.id, name: 'box', actor });
  const { key } = createServiceKey(store, {
    workspaceId: workspace.id,
    name: 'key',
    prefix: 'sl_',
    actor,
  });
  const sessions = [...Object.values(members), person('outsider')].map(({ session }) => ({ session }));
  return [...sessions, { key }, { key: token }, { key: 'sl_wrong' }, {}];
}

async function onNewService<Result>(work: (service: TestApp) => Promise<Result>): Promise<Result> {
  const undo: (() => void)[] = [];
  // Nothing of this leaves the machine: a provider answers at once, whatever it is asked.
  const fetchProvider = () => Promise.resolve(Response.json({ error: { message: 'no' } }, { status: 400 }));
  const service = testApp({
    cleanUp: step => undo.push(step),
    fetchProvider,
    describeOffline: fetchProvider,
  });
  try {
    return await work(service);
  } finally {
    for (const step of undo.reverse()) step();
  }
}
