import { present } from '../../base/present.ts';
import { offlineProvider } from '../../inference/providers/providers.ts';
import type { DefineCommand } from '../commandDefinition.ts';
import { fromEnvironment, saveDefault, withDefaults } from '../defaultTarget.ts';
import { exitCodes } from '../exitCodes.ts';
import { sections } from '../help.ts';
import { jsonOption } from '../options.ts';
import { findProvider } from '../providers.ts';
import type { Session } from '../session.ts';
import { UsageError } from '../usageError.ts';

/** `sightline use`. */
export const define: DefineCommand = (command, run) =>
  command
    .argument('[provider]', 'provider name, or address of an OpenAI-compatible server')
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
        await saveDefault(session, { provider: id, model: model ?? offlineProvider.model });
        const { provider: other, model: otherModel } = fromEnvironment(session);
        for (const variable of [other && 'SIGHTLINE_PROVIDER', otherModel && 'SIGHTLINE_MODEL'])
          if (variable) session.out.note(`${variable} is set and takes precedence.`);
        return show(session, { provider: id, model: model ?? offlineProvider.model });
      }),
    );

async function show(session: Session, saved?: { provider: string; model: string }): Promise<number> {
  const { provider = offlineProvider.id, model } = saved ?? (await withDefaults(session, {}));
  const shown = model ?? (provider === offlineProvider.id ? offlineProvider.model : undefined);
  session.out.result(
    { provider, ...present({ model: shown }) },
    `Using ${[provider, shown].filter(Boolean).join(' ')}.`,
  );
  return exitCodes.good.code;
}
