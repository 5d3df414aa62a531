import { recogniseImage } from '../../../src/recognition/recogniseImage.ts';
import { readFindings } from '../../../src/recognition/readFindings.ts';
import { everyKind } from '../../support/everyKind.ts';
import { mutateBytes } from '../mutate.ts';
import { readOrRefused } from '../readOrRefused.ts';
import type { Target } from '../target.ts';

// Unit tests turn it off, which is handed down.
process.env['SIGHTLINE_RECOGNITION'] = 'on';

let files: Promise<Buffer[]> | undefined;

/** Of image files with wrong bytes findings come that can be read back, or they are refused. */
const target: Target<Uint8Array> = {
  // The first one waits until the networks are open.
  seconds: 240,
  make: async random =>
    mutateBytes(random, random.pick(await (files ??= everyKind().then(Object.values<Buffer>)))),
  attempt: bytes =>
    readOrRefused(
      recogniseImage(bytes).then(findings => {
        if (readFindings(findings) === undefined) throw new TypeError('These are no findings.');
      }),
    ),
};

export default target;
