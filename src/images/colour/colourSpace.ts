import type { Cicp } from '../colourProfile.ts';
import { areSrgb, primariesOf, srgbPrimaries, type Primaries } from './primaries.ts';
import { codes, gammaTransfer, srgbTransfer, transferOf, type Transfer } from './transfer.ts';
import { t } from '../../base/l10n.ts';

/** What the samples of an image mean, where a file says so otherwise than by a colour profile. */
export interface ColourSpace {
  transfer: Transfer;
  primaries: Primaries;
  /** Name of the primaries, where they have one. */
  primariesWords?: string;
  /** Whether black and white are 16 and 235 of 255. */
  isNarrow: boolean;
}

/** The colour space that code points of ITU-T H.273 name. */
export function cicpSpace({ primaries, transfer, isNarrow }: Cicp): ColourSpace {
  const [primariesWords, chosen] = primariesOf(primaries);
  return { transfer: transferOf(transfer), primaries: chosen, primariesWords, isNarrow };
}

/** Exponents that are so near that of sRGB as a whole that sRGB is meant: what writes them rounds, or has no other way to say it. */
const nearSrgb = 0.05;

/** The colour space that an exponent and primaries name; each is that of sRGB where it is absent. */
export function gammaSpace(exponent: number | undefined, primaries: Primaries | undefined): ColourSpace {
  return {
    transfer:
      exponent === undefined || Math.abs(exponent - 2.2) < nearSrgb ? srgbTransfer : gammaTransfer(exponent),
    primaries: primaries ?? srgbPrimaries,
    ...(primaries === undefined || areSrgb(primaries) ? {} : { primariesWords: t('its own primaries') }),
    isNarrow: false,
  };
}

/** Whether samples are what a screen is given as they are. */
export function isScreenSpace({ transfer, primaries, isNarrow }: ColourSpace): boolean {
  return transfer === transferOf(codes.srgb) && areSrgb(primaries) && !isNarrow;
}

/** A colour space in a few words: "PQ, BT.2020". */
export function spaceWords({ transfer, primaries, primariesWords }: ColourSpace): string {
  return areSrgb(primaries) || primariesWords === undefined
    ? transfer.words
    : t('{words}, {primariesWords}', { words: transfer.words, primariesWords });
}
