import { Option, type Command, type OptionValues } from '@commander-js/extra-typings';
import type { ImageDetail, MappingMode } from '../../images/preparedImage.ts';
import type { ApiFormat } from '../../inference/api/apiFormat.ts';
import { jsonOption, keyFileOption, serviceOption, wholeNumber } from '../options.ts';
import { suggesting } from '../suggested.ts';
import { providerNames } from '../suggestedNames.ts';

/** What was given for the options of {@link withTargetOptions}. */
export interface TargetValues {
  /** The name of a provider, or the address of a server. */
  provider?: string | undefined;
  model?: string | undefined;
  api?: ApiFormat | undefined;
  keyFile?: string | undefined;
  service?: string | undefined;
  /** In seconds. */
  timeout: number;
  maxSide: number;
  detail?: ImageDetail | undefined;
  mapping?: MappingMode | undefined;
}

/** The option that says what the server speaks. */
export const apiOption = (description: string) =>
  new Option('--api <format>', description).choices(['responses', 'chat.completions']);

/** Adds the options that say who answers and how, the same for every question. */
export function withTargetOptions<Args extends unknown[], Options extends OptionValues>(
  command: Command<Args, Options>,
) {
  // What identifies the question of a run has no default here: its absence is part of the identity.
  return command
    .addOption(
      suggesting(
        new Option(
          '--provider <name|url>',
          'provider ("sightline provider list"), or address of an OpenAI-compatible server (default: SIGHTLINE_PROVIDER, or "sightline use")',
        ),
        providerNames,
      ),
    )
    .option('--model <name>', 'model ("sightline models") (default: SIGHTLINE_MODEL, or "sightline use")')
    .addOption(apiOption('API format (default: the best one that the provider serves)'))
    .addOption(keyFileOption())
    .addOption(serviceOption())
    .addOption(
      new Option('--timeout <seconds>', 'idle timeout in seconds')
        .argParser(wholeNumber(1, 86400))
        .default(600),
    )
    .addOption(
      new Option('--max-side <pixels>', 'longest side of images as they are sent')
        .argParser(wholeNumber(64, 16384))
        .default(2048),
    )
    .addOption(
      new Option(
        '--detail <mode>',
        'scale images to --max-side, send the original size, or add full-size tiles (default: "fit")',
      ).choices(['fit', 'original', 'tiles']),
    )
    .addOption(
      new Option(
        '--mapping <mode>',
        'range of values shown beyond 8 bits: the full range, or the window of nearly all values (default: "auto")',
      ).choices(['auto', 'full', 'window']),
    )
    .addOption(jsonOption('print one JSON object per line'));
}
