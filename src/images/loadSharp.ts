import { SightlineError } from '../errors.ts';

/** The image processor: the `sharp` function. */
export type ImageProcessor = (typeof import('sharp'))['default'];

let loading: Promise<ImageProcessor> | undefined;

/**
 * The image processor, loaded on first use. The one place that chooses it: today the native build.
 * @throws {SightlineError} `unsupportedImage` where this platform has no build of it; a later call tries again.
 */
export function loadSharp(): Promise<ImageProcessor> {
  loading ??= load().catch((cause: unknown) => {
    loading = undefined;
    throw loadFailure(cause);
  });
  return loading;
}

async function load(): Promise<ImageProcessor> {
  const { default: sharp } = await import('sharp');
  // No two pictures share an operation, so libvips' cache of them only holds memory.
  sharp.cache(false);
  return sharp;
}

/** The error for an image processor that did not load. */
export function loadFailure(cause: unknown): SightlineError {
  const platform = `${process.platform}-${process.arch}`;
  return new SightlineError(
    'unsupportedImage',
    `Pictures cannot be read here: the image processor "sharp" has no working build for ${platform}.`,
    {
      cause,
      hint: `Install the package of Sightline that was made for ${platform}, or run "npm install --os=${process.platform} --cpu=${process.arch} sharp" beside it.`,
    },
  );
}
