import { mappingNote } from '../../images/mapping.ts';
import type { PreparedImage } from '../../images/preparedImage.ts';
import { tiledSize, tileRegions } from '../../images/prepare/tiles.ts';
import type { PictureHostMessage } from '../../protocol/picture.ts';
import { removedInWords, sentInWords } from './factText.ts';

type SentMessage = Extract<PictureHostMessage, { type: 'sent' }>;

/** What was sent of a picture, as a viewer shows it: the very JPEG, what it is, and what of the original is not in it. */
export function sentMessage(name: string, picture: PreparedImage): SentMessage {
  const { width, height, dataUrl, mapping, tiles } = picture;
  // What is said as a fact is not said as a note again.
  const notes = picture.notes.filter(note => mapping === undefined || note !== mappingNote(mapping));
  return {
    type: 'sent',
    ...{ name, width, height, dataUrl, notes },
    facts: sentInWords(picture),
    removed: removedInWords(picture),
    ...(tiles === undefined ? {} : { tiles: cropsOf(tiles, picture) }),
  };
}

function cropsOf(
  { across, down, dataUrls, cutFrom }: NonNullable<PreparedImage['tiles']>,
  { original }: PreparedImage,
): SentMessage['tiles'] {
  const size = cutFrom ?? tiledSize(original);
  const regions = tileRegions({ across, down }, size);
  return {
    across,
    ...size,
    crops: regions.flatMap((region, at) => {
      const dataUrl = dataUrls[at];
      return dataUrl === undefined ? [] : [{ ...region, dataUrl }];
    }),
  };
}
