import { originOf } from '../../base/address.ts';
import { gatewayId } from '../../inference/providers/gatewayProvider.ts';
import type { Provider } from '../../inference/providers/provider.ts';
import { isBuiltIn } from '../../inference/providers/providers.ts';
import type { DefineCommand } from '../commandDefinition.ts';
import { exitCodes } from '../exitCodes.ts';
import { jsonOption } from '../options.ts';
import { allProviders, keyVariableOf } from '../providers.ts';
import { serviceKeyVariable } from '../../platform/saved/savedLogin.ts';
import type { Session } from '../session.ts';

/** `sightline provider list`. */
export const define: DefineCommand = (command, run) =>
  command.addOption(jsonOption('print one JSON object per line')).action(
    run(async session => {
      const { out, keys } = session;
      const saved = { provider: await keys.origins('provider'), service: await keys.origins('service') };
      for (const provider of await allProviders(session)) {
        const { id, label, baseURL, api, needsKey } = provider;
        const key = keySource(session, provider, saved);
        const url = isBuiltIn(id) ? '' : baseURL;
        out.result(
          { provider: id, label, url, api, needsKey, ...key },
          `${id.padEnd(14)}${(url || '-').padEnd(58)}${key.variable ?? key.key}`.trimEnd(),
        );
      }
      return exitCodes.good.code;
    }),
  );

interface KeySource {
  /** `unneeded`: none is needed and none was saved. */
  key: 'environment' | 'saved' | 'missing' | 'unneeded';
  variable?: string;
}

function keySource(
  { env }: Session,
  provider: Provider,
  saved: { provider: readonly string[]; service: readonly string[] },
): KeySource {
  const { id, baseURL, needsKey } = provider;
  const origin = baseURL === '' ? '' : originOf(baseURL);
  const variable =
    id === gatewayId ? serviceKeyVariable(origin) : baseURL === '' ? undefined : keyVariableOf(provider);
  if (variable !== undefined && env[variable]?.trim()) return { key: 'environment', variable };
  if (saved[id === gatewayId ? 'service' : 'provider'].includes(origin)) return { key: 'saved' };
  return { key: needsKey ? 'missing' : 'unneeded' };
}
