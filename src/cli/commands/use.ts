import { Argument } from '@commander-js/extra-typings';
import { present } from '../../base/present.ts';
import { offlineProvider } from '../../inference/providers/providers.ts';
import type { DefineCommand } from '../commandDefinition.ts';
import { fromEnvironment, saveDefault, withDefaults, type ProviderModel } from '../defaultTarget.ts';
import { exitCodes } from '../exitCodes.ts';
import { sections } from '../help.ts';
import { jsonOption } from '../options.ts';
import { findProvider, offlineModel } from '../providers.ts';
import type { Session } from '../session.ts';
import { UsageError } from '../usageError.ts';
import { suggesting } from '../suggested.ts';
import { providerNames } from '../suggestedNames.ts';

/** `sightline use`. */
export const define: DefineCommand = (command, run) =>
  command
    .addArgument(
      suggesting(
        new Argument('[provider]', 'provider name, or address of an OpenAI-compatible server'),
        providerNames,
      ),
    )
    .argument('[model]', 'model name')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      sections(
        'Without arguments, shows the defaults. "sightline use offline" returns to the\noffline describer. --provider and --model, then SIGHTLINE_PROVIDER and\nSIGHTLINE_MODEL take precedence.',
        'Example:\n  sightline use http://localhost:11434/v1 llava',
      ),
    )
    .action(
      run(async (session, provider, model) => {
        if (provider === undefined) return show(session);
        const { id } = await findProvider(session, provider);
        if (id !== offlineProvider.id && model === undefined)
          throw new UsageError(
            `The model is missing. "sightline models --provider ${id}" lists the models.`,
            'use',
          );
        const chosen = id === offlineProvider.id ? offlineModel(model) : model;
        await saveDefault(session, { provider: id, model: chosen });
        const { provider: other, model: otherModel } = fromEnvironment(session);
        for (const variable of [other && 'SIGHTLINE_PROVIDER', otherModel && 'SIGHTLINE_MODEL'])
          if (variable) session.out.note(`${variable} is set and takes precedence.`);
        return show(session, { provider: id, model: chosen });
      }),
    );

async function show(session: Session, saved?: ProviderModel): Promise<number> {
  const { provider = offlineProvider.id, model } = saved ?? (await withDefaults(session, {}));
  const shown = model ?? (provider === offlineProvider.id ? offlineProvider.model : undefined);
  session.out.result(
    { provider, ...present({ model: shown }) },
    `Using ${[provider, shown].filter(Boolean).join(' ')}.`,
  );
  return exitCodes.good.code;
}
