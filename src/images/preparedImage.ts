import type { Sharp } from 'sharp';
import type { PixelRegion } from './fit.ts';
import type { CarriedData } from './open/carriedData.ts';

/** Decoded pixels: rows from the top, `channels` interleaved samples of 8 bits a pixel. */
export interface RawPixels {
  data: Uint8Array;
  /** Pixels. */
  width: number;
  /** Pixels. */
  height: number;
  /** 1 grey, 2 grey and alpha, 3 RGB, 4 RGBA. */
  channels: 1 | 2 | 3 | 4;
}

/** A path or URL, a file URL, the bytes of a file, raw pixels, or a sharp instance. */
export type ImageSource = string | URL | Uint8Array | ArrayBuffer | RawPixels | Sharp;

/** How a picture is fitted for sending. Absent limits mean: leave the size alone. */
export interface ImageOptions {
  /** Longest side of the sent picture in pixels; larger ones are scaled down, smaller never up. */
  maxSide?: number;
  /** JPEG quality, 1 to 100. */
  quality?: number;
  /** Absent: `fit`. */
  detail?: ImageDetail;
  /** How values beyond 8 bits become brightness, or which values of any picture are black and white. Absent: `auto`. */
  mapping?: MappingMode | ToneMapping;
  /** The one channel to send, as grey. Absent: the picture in its colours. */
  channel?: SingleChannel;
  /** What transparency is laid on, `#rrggbb`. Absent: white, and dark under a drawing that is itself white. */
  background?: string;
  /** Page or frame to send, from 1. Absent: the first on which there is something to see. */
  page?: number;
  /** Part of the upright original to send, in its pixels. Absent: all of it. */
  region?: PixelRegion;
}

/** Fitted within `maxSide`; in its own size; or fitted, with crops in its own size beside it. */
export type ImageDetail = 'fit' | 'original' | 'tiles';

/** The whole range, the window in which nearly all values lie, or the one of both that shows more. */
export type MappingMode = 'auto' | 'full' | 'window';

/** A band of an image that has more of them than colours and transparency, counted from 1. */
export type Band = `band${number}`;

/** What is shown of each pixel. */
export type Channel = 'colour' | 'red' | 'green' | 'blue' | 'luminance' | 'alpha' | Band;

/** What a picture can be reduced to. */
export type SingleChannel = Exclude<Channel, 'colour'>;

/** The values that are shown as black and as white; `own` where a person chose them. */
export interface ToneMapping {
  kind: 'full' | 'window' | 'own';
  low: number;
  high: number;
}

/** What is known of the picture as it was before it was fitted for sending. */
export interface OriginalImage {
  /** In one word: `jpeg`, `png`, `heic`, `jp2`, …, or `raw` for pixels that came without a file. */
  format: string;
  /** Pixels, orientation applied. */
  width: number;
  height: number;
  /** Bytes of the file, where it came from one. */
  byteLength?: number;
  /** Share of transparent pixels, 0 to 1 (an alpha of half counts half); 0 where there is no alpha. */
  transparentShare: number;
  /** Frames or pages in the file; one is sent. */
  pages: number;
  /** Which one of several, from 1; absent where it is not known any more. */
  page?: number;
  /** What the file carries beside its pixels, and what is left out; absent for pixels that came without a file. */
  carried?: CarriedData;
}

/** A picture ready to be sent. */
export interface PreparedImage {
  /** `data:image/jpeg;base64,…`, RGB, without metadata. */
  dataUrl: string;
  /** Pixels as sent. */
  width: number;
  height: number;
  /** Bytes of the JPEG. */
  byteLength: number;
  original: OriginalImage;
  /** JPEG quality, 1 to 100; absent where it is not known any more. */
  quality?: number;
  /** How values beyond 8 bits became brightness; absent where there are none. */
  mapping?: ToneMapping;
  /** The one channel that it shows, as grey; absent where it shows all. */
  channel?: SingleChannel;
  /** Crops of the picture in its own size, row by row, JPEG data URLs that are sent behind it; absent where it is sent alone. */
  tiles?: {
    across: number;
    down: number;
    dataUrls: string[];
    /** The size that they were cut from; absent where it is not known any more. */
    cutFrom?: { width: number; height: number };
  };
  /** What was done that the person should know, a sentence each ("Only the first of 3 frames is sent."). */
  notes: string[];
}
