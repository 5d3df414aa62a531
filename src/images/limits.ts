/** What a picture may weigh and measure before it is decoded; beyond it, it is refused. */

/** Largest file that is read, in bytes (500 MB): an uncompressed TIFF of 100 megapixels passes. */
export const maxFileBytes = 500_000_000;

/** Most pixels that are decoded, about 17,000 × 17,600; a scanned poster passes, a decompression bomb does not. */
export const maxPixels = 300_000_000;

/** Longest side that the JPEG format can hold. */
export const maxJpegSide = 65_535;

/** Long side that a drawing without pixels of its own (SVG) is drawn with at least. */
export const minDrawingSide = 512;

/** What a white drawing on nothing is laid on. */
export const darkGround = '#202124';

/** JPEG quality where none is asked for. */
export const defaultQuality = 85;

/** Most pixels that a decoder other than sharp fills; sharp works by rows, these hold the whole picture. */
export const maxRasterPixels = 100_000_000;

/** Milliseconds after which a decoder is stopped. */
export const decodeTimeout = 20_000;

/** Bytes of samples after which a decoder's thread ends with its picture: WebAssembly gives no memory back before. */
export const mostKeptSamples = 128_000_000;

/** Threads of decoders at once, and the memory of the machine that there is for each. */
export const decoders = { most: 4, memory: 4_000_000_000 };

/** Milliseconds without work after which a decoder's thread ends. */
export const decodeIdle = 10_000;

/** The grey, of 255, in which pixels without data are shown, whatever values are black and white. */
export const gapGrey = 128;
