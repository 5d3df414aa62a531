import { setImmediate as turn } from 'node:timers/promises';
import type { OriginalImage } from '../../images/preparedImage.ts';
import { binColours } from './colourBins.ts';
import { colourfulnessOf, type Colourfulness } from './colourfulness.ts';
import { mainColours, type MainColour } from './colours.ts';
import { measureKind, type Kind } from './kind.ts';
import { measureLight, type Light } from './light.ts';
import type { MeasuredPicture } from './pixels.ts';
import { findPlainAreas, type PlainArea } from './plainAreas.ts';
import { shapeOf, type Shape } from './shape.ts';
import { measureSharpness, type Sharpness } from './sharpness.ts';

/** All that is measured of one picture. */
export interface Measures {
  /** Of the original, where it is known, else of what came. */
  format: string;
  width: number;
  height: number;
  shape: Shape;
  /** The size as sent, where it is another. */
  sentAs?: { width: number; height: number };
  pages: number;
  /** Which of them it is, from 1. */
  page: number;
  /** 0 to 1. */
  transparentShare: number;
  colourfulness: Colourfulness;
  /** Largest first. */
  colours: MainColour[];
  light: Light;
  sharpness: Sharpness;
  kind: Kind;
  plainAreas: PlainArea[];
}

/** Measures a picture; between two measures others get their turn. */
export async function measure(picture: MeasuredPicture, original?: OriginalImage): Promise<Measures> {
  const { overview, detail, seeThrough } = picture;
  const { width, height, format } = original ?? picture;
  const onWhite = binColours(detail.rgb);
  await turn();
  const visible = seeThrough === undefined ? onWhite : binColours(seeThrough.rgb, seeThrough.alpha);
  const colours = mainColours(visible, detail);
  await turn();
  const light = measureLight(onWhite.bins, detail);
  const plainAreas = findPlainAreas(overview);
  await turn();
  const sharpness = measureSharpness(detail);
  await turn();
  const kind = measureKind(detail, visible.bins, sharpness.level !== 'plain');
  await turn();
  const resized = width !== picture.width || height !== picture.height;
  return {
    format,
    width,
    height,
    shape: shapeOf(width, height),
    ...(resized ? { sentAs: { width: picture.width, height: picture.height } } : {}),
    pages: original?.pages ?? 1,
    page: original?.page ?? 1,
    transparentShare: original?.transparentShare ?? transparentShareOf(seeThrough?.alpha),
    colourfulness: colourfulnessOf(visible.bins),
    colours,
    light,
    sharpness,
    kind,
    plainAreas,
  };
}

function transparentShareOf(alpha: Uint8Array | undefined): number {
  if (alpha === undefined) return 0;
  return 1 - alpha.reduce((sum, value) => sum + value, 0) / (255 * alpha.length);
}
