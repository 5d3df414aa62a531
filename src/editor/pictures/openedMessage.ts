import type { OpenPage, OpenPicture } from '../../images/view/openPicture.ts';
import type { PictureChannel, PictureHostMessage } from '../../protocol/picture.ts';
import { depthInWords, factsInWords } from './factText.ts';

/** Says to a viewer which page is open, and all that is known of it. */
export function openedMessage(
  { picture, page }: { picture: OpenPicture; page: OpenPage },
  { opened, name, channels }: { opened: number; name: string; channels: PictureChannel[] },
): Extract<PictureHostMessage, { type: 'opened' }> {
  const { facts, samples, notes } = page;
  const { width, height } = samples;
  const colours = samples.channels <= 2 ? ['Grey'] : ['R', 'G', 'B'];
  return {
    type: 'opened',
    ...{ opened, name, width, height, channels, notes },
    pages: facts.readablePages,
    pageWord: facts.pageWord,
    valueNames: samples.channels % 2 === 0 ? [...colours, 'Alpha'] : colours,
    valueKind: isConverted(page) ? convertedKind(page) : depthInWords(facts),
    facts: factsInWords(facts, picture.file.bytes.byteLength),
  };
}

/** Whether the samples are other numbers than those in the file: CMYK and Lab are, and what has a colour profile. */
function isConverted({ facts: { carried, space } }: OpenPage): boolean {
  return carried.profile !== undefined || /cmyk|lab/.test(space);
}

function convertedKind({ facts, samples }: OpenPage): string {
  return samples.data instanceof Uint8Array ? 'as sRGB' : `${depthInWords(facts)}, as sRGB`;
}
