import type { Decode } from './raster.ts';

/** Decoders by name, each loaded when the first file needs it. */
const decoders = {
  blp: async () => (await import('./rare/blp.ts')).decodeBlp,
  bmp: async () => (await import('./bmp.ts')).decodeBmp,
  dds: async () => (await import('./dds.ts')).decodeDds,
  eps: async () => (await import('./rare/eps.ts')).decodeEps,
  fits: async () => (await import('./fits.ts')).decodeFits,
  fli: async () => (await import('./rare/fli.ts')).decodeFli,
  ftex: async () => (await import('./rare/ftex.ts')).decodeFtex,
  gd: async () => (await import('./rare/gd.ts')).decodeGd,
  icns: async () => (await import('./icns.ts')).decodeIcns,
  icon: async () => (await import('./icon.ts')).decodeIcon,
  im: async () => (await import('./rare/im.ts')).decodeIm,
  msp: async () => (await import('./rare/msp.ts')).decodeMsp,
  netpbm: async () => (await import('./netpbm.ts')).decodeNetpbm,
  radiance: async () => (await import('./radiance.ts')).decodeRadiance,
  raw: async () => (await import('./raw.ts')).decodeRaw,
  sun: async () => (await import('./rare/sun.ts')).decodeSun,
  tga: async () => (await import('./tga.ts')).decodeTga,
  xpm: async () => (await import('./rare/xpm.ts')).decodeXpm,
} satisfies Record<string, () => Promise<Decode>>;

/** Formats that ImageMagick reads, by its own names for them. */
type MagickName =
  | 'EXR'
  | 'HEIC'
  | 'AVIF'
  | 'J2K'
  | 'JP2'
  | 'JXL'
  | 'PCX'
  | 'PSD'
  | 'QOI'
  | 'SGI'
  | 'TIFF'
  | 'XBM'
  | 'PCD'
  | 'VIPS';

/** A decoder's name. */
export type DecoderName = keyof typeof decoders | `magick:${MagickName}`;

/** Loads a decoder. */
export async function loadDecoder(name: DecoderName): Promise<Decode> {
  if (!name.startsWith('magick:')) return decoders[name as keyof typeof decoders]();
  const { decodeWithMagick } = await import('./magick.ts');
  return bytes => decodeWithMagick(bytes, name.slice('magick:'.length) as MagickName);
}
