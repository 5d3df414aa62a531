import { shorten } from '../../base/shorten.ts';
import { isAboutModel, type ProviderFault } from './providerFault.ts';
import { imageLimit, isAboutContent, isAboutLength, saidBy } from './refusalMeaning.ts';
import { counted, t } from '../../base/l10n.ts';

/** A sentence of what a server refused, without its full stop, where more is known than the status, and what helps. */
export interface Advice {
  sentence?: string;
  hint?: string;
}

/**
 * What a refusal is about, where the server's words or the address say so; empty for what is known by its status alone.
 * @param url that was asked.
 */
export function adviceFor(fault: ProviderFault, label: string, url: string): Advice {
  const { status } = fault;
  if ([404, 405].includes(status ?? 0)) {
    if (isAboutModel(fault))
      return { sentence: t('{label} does not know this model', { label }), hint: t('Choose another model.') };
    const isList = new URL(url).pathname.endsWith('/models');
    return {
      sentence: isList
        ? t('{label} does not have this address', { label })
        : t('{label} does not know this model or address', { label }),
      hint: isList ? addressHint(url) : `${t('Choose another model.')} ${addressHint(url)}`,
    };
  }
  if (status !== 400 && status !== 422 && status !== 403) return {};
  if (isAboutContent(fault))
    return {
      sentence: t('The content filter of {label} blocked the request', { label }),
      hint: t('Change the prompt, or remove the image that it objects to.'),
    };
  if (status === 403) return {};
  if (isAboutLength(fault))
    return {
      sentence: t('The request is longer than the model of {label} allows', { label }),
      hint: t('Shorten the prompt, send fewer or smaller images, or choose a model with a larger context.'),
    };
  if (isAboutModel(fault)) return { hint: t('Choose another model.') };
  const most = imageLimit(fault);
  if (most !== undefined)
    return {
      hint: counted(
        most,
        'Send at most {count} image with a question, without tiles, or choose another model.',
        'Send at most {count} images with a question, without tiles, or choose another model.',
      ),
    };
  const stated = saidBy(fault);
  if (
    /\bimages?\b|vision|multimodal/.test(stated) &&
    /not support|unsupported|only support|cannot (?:take|accept|process)/.test(stated)
  )
    return { hint: t('If the model does not support images, choose a vision model.') };
  return {};
}

/** To check an address: the whole URL that was asked, without its query; `/v1` only where it has no version. */
export function addressHint(url: string): string {
  const { origin, pathname } = new URL(url);
  const asked = shorten(origin + pathname, 200);
  return /\/v\d[a-z\d]*(?:\/|$)/i.test(pathname)
    ? t('Check the address: {asked} was requested.', { asked })
    : t('Check the address: {asked} was requested, and most servers expect a base URL that ends in /v1.', {
        asked,
      });
}
