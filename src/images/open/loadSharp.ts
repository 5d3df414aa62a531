import * as nodeModule from 'node:module';
import { Lazy } from '../../base/lazy.ts';
import { SightlineError } from '../../base/errors.ts';
import { t } from '../../base/l10n.ts';

/** The image processor: the `sharp` function. */
export type ImageProcessor = (typeof import('sharp'))['default'];

/** The two builds of the image processor. */
export type SharpBuild = 'native' | 'wasm';

const processor = new Lazy(() =>
  load(chooseBuild()).catch((cause: unknown) => {
    throw loadFailure(cause);
  }),
);

/**
 * The image processor, loaded on first use. The one place that chooses its build.
 * @throws {SightlineError} `unsupportedImage` where this platform has no build of it; a later call tries again.
 */
export function loadSharp(): Promise<ImageProcessor> {
  return processor.get();
}

/**
 * Native, save in an Electron program on Linux: such a program loads the system's GLib, which clashes with the one inside
 * the native build in ways that end the process. Where the native build does not load, sharp itself turns to the other.
 */
export function chooseBuild(
  { platform, versions }: Pick<NodeJS.Process, 'platform' | 'versions'> = process,
  wanted = process.env['SIGHTLINE_SHARP'],
): SharpBuild {
  if (wanted === 'native' || wanted === 'wasm') return wanted;
  return platform === 'linux' && versions['electron'] !== undefined ? 'wasm' : 'native';
}

async function load(build: SharpBuild): Promise<ImageProcessor> {
  const hooks = build === 'wasm' ? leadToWasm() : undefined;
  try {
    const { default: sharp } = await import('sharp');
    // No two pictures share an operation, so libvips' cache of them only holds memory.
    sharp.cache(false);
    return sharp;
  } finally {
    hooks?.deregister();
  }
}

/** sharp takes its native part by the name of a package; for as long as it loads, that name leads to the other build. */
function leadToWasm(): { deregister(): void } {
  return nodeModule.registerHooks({
    resolve: (specifier, context, next) =>
      next(
        /^@img\/sharp-(?!wasm32)[a-z\d-]{1,40}\/sharp\.node$/.test(specifier)
          ? '@img/sharp-wasm32/sharp.node'
          : specifier,
        context,
      ),
  });
}

/** The error for an image processor that did not load. */
export function loadFailure(cause: unknown): SightlineError {
  const platform = `${process.platform}-${process.arch}`;
  return new SightlineError(
    'unsupportedImage',
    t(
      'Images cannot be read on this system: the image processor "sharp" has no working build for {platform}.',
      { platform },
    ),
    {
      cause,
      remedy: { kind: 'installImageProcessor', os: process.platform, cpu: process.arch },
    },
  );
}
