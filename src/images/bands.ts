import { t } from '../base/l10n.ts';
import type { Band, Channel } from './preparedImage.ts';

/** The number of a band, from 1; undefined for every other channel. */
export function bandNumber(channel: Channel | undefined): number | undefined {
  return channel !== undefined && isBand(channel) ? Number(channel.slice('band'.length)) : undefined;
}

/** Whether a channel is a band of its own. */
export function isBand(channel: Channel): channel is Band {
  return channel.startsWith('band');
}

/** The channel that is a band, from 1. */
export function bandChannel(number: number): Band {
  return `band${number}`;
}

/** A channel as a person reads it: "green", "band 4". */
export function channelLabel(channel: Channel): string {
  const number = bandNumber(channel);
  return number === undefined ? channel : t('band {number}', { number });
}
