import { gatewayId } from '../../inference/providers/gatewayProvider.ts';
import { listModels } from '../../inference/providers/models.ts';
import { offlineProvider } from '../../inference/providers/providers.ts';
import { defineCommand } from '../command.ts';
import { UsageError } from '../usageError.ts';
import { exitCodes } from '../exitCodes.ts';
import { keyFileOption } from '../input/givenKey.ts';
import { keyFor } from '../providerKey.ts';
import { findProvider } from '../providers.ts';
import { serviceOption } from '../serviceKey.ts';

/** `sightline models`. */
export const command = defineCommand({
  name: 'models',
  summary: 'list the models of a provider',
  usage: '',
  operands: { least: 0, most: 0 },
  options: {
    provider: { type: 'string', value: 'NAME', help: 'whose models; without it, those on this machine' },
    'key-file': keyFileOption,
    service: serviceOption,
    json: { type: 'boolean', help: 'one object a line' },
  },
  run: async (session, { values }) => {
    const { out, signal } = session;
    const id = values.provider ?? (values.service === undefined ? offlineProvider.id : gatewayId);
    const provider = await findProvider(session, id, values.service);
    if (provider.id === offlineProvider.id) {
      const { model } = offlineProvider;
      out.result({ provider: provider.id, model, takesImages: true }, model);
      return exitCodes.good.code;
    }
    if (provider.baseURL === '')
      throw new UsageError(`Set its address first: sightline provider set ${provider.id} --url URL.`);
    const apiKey = await keyFor(session, provider, values['key-file']);
    const { label, baseURL } = provider;
    out.progress(`Asking ${label}…`);
    const models = await listModels(
      { label, baseURL, ...(apiKey === undefined ? {} : { apiKey }) },
      { signal },
    );
    for (const { id: model, takesImages } of models)
      out.result(
        { provider: provider.id, model, ...(takesImages === undefined ? {} : { takesImages }) },
        model,
      );
    if (models.length === 0) out.note(`${label} lists no models.`);
    return exitCodes.good.code;
  },
});
