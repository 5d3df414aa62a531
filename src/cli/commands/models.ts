import { Option } from '@commander-js/extra-typings';
import { present } from '../../base/present.ts';
import { gatewayId } from '../../inference/providers/gatewayProvider.ts';
import { listModels } from '../../inference/providers/models.ts';
import { offlineProvider, thisMachineProvider } from '../../inference/providers/providers.ts';
import { thisMachineDestination } from '../../inference/thisMachineDestination.ts';
import type { DefineCommand } from '../commandDefinition.ts';
import type { Session } from '../session.ts';
import { UsageError } from '../usageError.ts';
import { withDefaults } from '../defaultTarget.ts';
import { exitCodes } from '../exitCodes.ts';
import { modelFolder } from '../models/modelFolder.ts';
import { jsonOption, keyFileOption, serviceOption } from '../options.ts';
import { keyFor } from '../providerKey.ts';
import { findProvider } from '../providers.ts';
import { suggesting } from '../suggested.ts';
import { providerNames } from '../suggestedNames.ts';

/** `sightline models`. */
export const define: DefineCommand = (command, run) =>
  command
    .addOption(
      suggesting(
        new Option(
          '--provider <name|url>',
          'provider, or address of an OpenAI-compatible server (default: SIGHTLINE_PROVIDER, "sightline use", or the offline describer)',
        ),
        providerNames,
      ),
    )
    .addOption(keyFileOption())
    .addOption(serviceOption())
    .addOption(jsonOption('print one JSON object per line'))
    .action(
      run(async (session, options) => {
        const { out, signal } = session;
        const id = await chosenProvider(session, options);
        const provider = await findProvider(session, id, options.service);
        if (provider.id === offlineProvider.id) {
          const { model } = offlineProvider;
          out.result({ provider: provider.id, model, takesImages: true }, model);
          return exitCodes.good.code;
        }
        if (provider.id === thisMachineProvider.id) {
          const models = await listModels(thisMachineDestination(modelFolder(session)), { signal });
          for (const { id: model } of models)
            out.result({ provider: provider.id, model, takesImages: true }, model);
          if (models.length === 0)
            out.note('No model is on this machine. "sightline models list" lists those to download.');
          return exitCodes.good.code;
        }
        if (provider.baseURL === '')
          throw new UsageError(`Set its address first: sightline provider set ${provider.id} --url URL.`);
        const apiKey = await keyFor(session, provider, options.keyFile);
        const { label, baseURL } = provider;
        out.progress(`Asking ${label}…`);
        const models = await listModels({ label, baseURL, ...present({ apiKey }) }, { signal });
        for (const { id: model, takesImages } of models)
          out.result({ provider: provider.id, model, ...present({ takesImages }) }, model);
        if (models.length === 0) out.note(`${label} lists no models.`);
        return exitCodes.good.code;
      }),
    );

async function chosenProvider(
  session: Session,
  { provider, service }: { provider?: string | undefined; service?: string | undefined },
): Promise<string> {
  if (provider === undefined && service !== undefined) return gatewayId;
  return (await withDefaults(session, { provider })).provider ?? offlineProvider.id;
}
