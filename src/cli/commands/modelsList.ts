import { formatBytes, formatPercent } from '../../base/format.ts';
import { bytesOf } from '../../captioning/download/downloadModel.ts';
import { captioners } from '../../captioning/models/captioners.ts';
import type { DefineCommand } from '../commandDefinition.ts';
import { exitCodes } from '../exitCodes.ts';
import { openModelStore } from '../models/modelFolder.ts';
import { jsonOption } from '../options.ts';

/** `sightline models list`. */
export const define: DefineCommand = (command, run) =>
  command.addOption(jsonOption('print one JSON object per line')).action(
    run(async session => {
      const { out } = session;
      const store = openModelStore(session);
      const installed = await store.installed();
      const begun = await store.partial();
      for (const model of installed) {
        const bytes = bytesOf(model);
        const licence = model.licence ?? '-';
        out.result(
          { model: model.id, state: 'installed', bytes, licence: model.licence, source: model.source },
          line(model.id, `installed, ${formatBytes(bytes)}`, licence, model.source),
        );
      }
      for (const { id, licence, label, goodFor, repository, approximateBytes } of captioners) {
        if (installed.some(model => model.id === id)) continue;
        const part = begun.find(({ plan }) => plan.id === id);
        const total = part === undefined ? approximateBytes : bytesOf(part.plan);
        const state =
          part === undefined
            ? `about ${formatBytes(total)}`
            : `incomplete, ${formatPercent(part.bytes / total)} of ${formatBytes(total)}`;
        out.result(
          {
            ...{ model: id, state: part === undefined ? 'available' : 'incomplete', bytes: total, licence },
            ...{ label, goodFor, repository },
            ...(part === undefined ? {} : { downloaded: part.bytes }),
          },
          line(id, state, licence, goodFor),
        );
      }
      return exitCodes.good.code;
    }),
  );

function line(id: string, state: string, licence: string, about: string): string {
  return `${id.padEnd(24)}${state.padEnd(28)}${licence.padEnd(12)}${about}`;
}
