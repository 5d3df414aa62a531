import type { Command, OptionValues } from '@commander-js/extra-typings';
import { SightlineError } from '../../base/errors.ts';
import { pluralWord } from '../../base/format.ts';
import { prepareImage } from '../../images/prepare/prepareImage.ts';
import type { ImageOptions, PreparedImage } from '../../images/preparedImage.ts';
import { fetchImage } from '../../images/web/fetchImage.ts';
import { isWebAddress, shownAddress } from '../../base/address.ts';
import { isPrivateAddress } from '../../base/node/publicGuard.ts';
import { isBuiltIn } from '../../inference/providers/providers.ts';
import { confirm } from '../input/confirm.ts';
import { readInput } from '../input/standardInput.ts';
import { collect } from '../options.ts';
import type { Session } from '../session.ts';
import type { Target } from './target.ts';

/** A picture of a question: prepared here, or the address at which the provider downloads it. */
export type GivenPicture = PreparedImage | string;

/** What was given for the options of {@link withDownloadOptions}. */
export interface DownloadValues {
  yes?: true | undefined;
  allowImageHost?: string[] | undefined;
}

/** Adds the options that say which images at web addresses are downloaded here. */
export function withDownloadOptions<Args extends unknown[], Options extends OptionValues>(
  command: Command<Args, Options>,
) {
  return command
    .option('--yes', 'do not ask before images at web addresses are downloaded to this machine')
    .option(
      '--allow-image-host <host>',
      'download images from this host of a private network, or this machine; repeatable',
      collect,
    );
}

/**
 * Asks before images at web addresses are downloaded to this machine: those that the provider does not download by itself.
 * @param command whose help is named where there is nobody to ask.
 * @throws {SightlineError} where the person says no.
 */
export async function confirmDownloads(
  session: Session,
  target: Target,
  { sources, values, command }: { sources: readonly string[]; values: DownloadValues; command: string },
): Promise<void> {
  const here = sources.filter(source => isWebAddress(source) && !isSentOn(target, source));
  if (here.length === 0 || values.yes === true) return;
  const hosts = [...new Set(here.map(address => URL.parse(address)?.host ?? shownAddress(address)))];
  const what = pluralWord(here.length, 'the image', `${here.length} images`);
  const purpose = isBuiltIn(target.provider.id)
    ? ''
    : `, to send ${pluralWord(here.length, 'it', 'them')} to ${target.provider.label}`;
  const question = `Download ${what} from ${hosts.join(', ')} to this machine${purpose}?`;
  if (!(await confirm(session, question, command)))
    throw new SightlineError('unsupportedImage', 'Nothing was downloaded.');
}

/**
 * A picture by what names it: a file, `-` for standard input, or an address of the web, which is sent as it is where the
 * provider downloads it.
 * @throws {ValueError} as {@link prepareImage} and {@link fetchImage} do.
 */
export async function givenPicture(
  session: Session,
  target: Target,
  source: string,
  { allowImageHost: allowed }: DownloadValues,
): Promise<GivenPicture> {
  const { stdin, signal } = session;
  if (isSentOn(target, source)) return source;
  if (isWebAddress(source))
    return prepareImage(await fetchImage(source, { allowed, signal }), named(target, shownAddress(source)));
  if (source !== '-') return prepareImage(source, named(target, source));
  return prepareImage(await readInput(stdin, signal), named(target, 'standard input'));
}

function named({ image }: Target, name: string): ImageOptions & { name: string } {
  return { ...image, name };
}

/** Whether the provider downloads an image by itself: one that all can reach, where nothing is to be done with its pixels. */
function isSentOn({ provider, image }: Target, source: string): boolean {
  if (provider.fetchesImages !== true || image.detail !== undefined || image.mapping !== undefined)
    return false;
  const url = URL.parse(source);
  return (
    url?.protocol === 'https:' && url.username === '' && url.password === '' && !isPrivateAddress(source)
  );
}
