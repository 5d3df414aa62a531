import { keysPage } from '../../platform/serviceAddress.ts';
import { defineCommand } from '../command.ts';
import { exitCodes } from '../exitCodes.ts';
import { forgetService, serviceInUse, serviceOption, serviceVariable } from '../serviceKey.ts';

/** `sightline logout`. */
export const command = defineCommand({
  name: 'logout',
  summary: 'remove the saved key of the service',
  usage: '',
  operands: { least: 0, most: 0 },
  options: { service: serviceOption, json: { type: 'boolean', help: 'one object' } },
  notes: ['The key itself stays valid until it is revoked on the page of the service.'],
  run: async (session, { values }) => {
    const { out, env, keys } = session;
    const address = await serviceInUse(session, values.service);
    const { base, origin } = address;
    const removed = await keys.remove('service', origin);
    await forgetService(session, address);
    const variable = serviceVariable(origin);
    if (env[variable]?.trim()) out.note(`${variable} is set and stays in use.`);
    out.result(
      { service: base, removed },
      removed
        ? `Logged out of ${base}. The key stays valid until it is revoked: ${keysPage(address)}`
        : `There was no login at ${base}.`,
    );
    return exitCodes.good.code;
  },
});
