import { whatItIs } from '../../../src/runs/exports/sidecars/foundText.ts';
import { descriptionIn } from '../../../src/runs/exports/sidecars/sidecarContent.ts';
import { embedXmp } from '../../../src/runs/exports/xmp/embedXmp.ts';
import { xmpPacket } from '../../../src/runs/exports/xmp/xmpPacket.ts';
import { jpeg, png, red, solid, toSharp } from '../../support/pictures.ts';
import { mutateBytes, oddText } from '../mutate.ts';
import type { Random } from '../random.ts';
import type { Target } from '../target.ts';

const labels = '0 0.5 0.5 0.25 0.25\n1 0.1 0.2 0.3 0.4 0.5 0.6\n12 1 0 1e-3 .5 person\n';
let images: Promise<Buffer[]> | undefined;

/** Files that stand beside images or carry metadata: labels, texts, XMP packets, images with a packet. */
const target: Target<Uint8Array> = {
  make: async random => mutateBytes(random, await original(random)),
  attempt: async bytes => {
    whatItIs(bytes);
    for (const kind of ['txt', 'caption', 'xmp'] as const) {
      const text = descriptionIn(kind, bytes);
      if (text === undefined) continue;
      const properties = { description: text, keywords: [text], writer: text };
      // What is written is read back, save for what XML has no room for; packets of 64 KB and more are not read.
      const packet = xmpPacket(properties);
      const written = packet.length > 65_536 ? text : descriptionIn('xmp', Buffer.from(packet));
      if (written === undefined || Math.abs(written.length - text.length) > text.length)
        throw new Error(`The ${kind} is written, and not read back.`);
      const whole = embedXmp(bytes, properties);
      if (whole !== undefined && whole.length < bytes.length / 2)
        throw new Error('Half of an image is lost.');
    }
    embedXmp(bytes, { description: 'A cat.', writer: 'Sightline' });
    await Promise.resolve();
  },
};

export default target;

async function original(random: Random): Promise<Buffer> {
  const properties = { description: oddText(random), keywords: [oddText(random)], writer: 'Sightline' };
  switch (random.below(4)) {
    case 0:
      return Buffer.from(labels);
    case 1:
      return Buffer.from(oddText(random, 40));
    case 2:
      return Buffer.from(xmpPacket(properties));
    default: {
      const image = solid(4, 4, red);
      images ??= Promise.all([png(image), jpeg(image), toSharp(image).webp().toBuffer()]);
      const file = random.pick(await images);
      return Buffer.from(embedXmp(file, properties) ?? file);
    }
  }
}
