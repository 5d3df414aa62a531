import { prepareImage } from '../../../src/images/prepare/prepareImage.ts';
import { everyKind } from '../../support/everyKind.ts';
import { mutateBytes } from '../mutate.ts';
import { readOrRefused } from '../readOrRefused.ts';
import type { Target } from '../target.ts';

let files: Promise<Buffer[]> | undefined;

/** Image files with wrong bytes are read or refused. */
const target: Target<Uint8Array> = {
  // Decoders and drawings end at 20 seconds.
  seconds: 90,
  make: async random =>
    mutateBytes(random, random.pick(await (files ??= everyKind().then(Object.values<Buffer>)))),
  attempt: bytes => readOrRefused(prepareImage(bytes, { name: 'fuzz', maxSide: 64 })),
};

export default target;
