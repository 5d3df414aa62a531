import { present } from '../../base/present.ts';
import { sha256Of } from '../../base/node/hash.ts';
import type { ImageOptions, PreparedImage } from '../../images/preparedImage.ts';
import type { PictureView } from '../../protocol/conversation.ts';
import type { SentLook } from '../../protocol/picture.ts';

/** Where pictures are kept as they are sent. */
export interface KeptPictures {
  /** Keeps a picture and says its id. */
  add: (picture: PreparedImage) => Promise<string>;
  get: (id: string) => Promise<PreparedImage | undefined>;
}

/** Pixels; twice the size at which the panel shows a thumbnail, for dense screens. */
const thumbnailSide = 320;

/** A picture file that was read. */
export interface PictureFile {
  name: string;
  bytes: Uint8Array;
  /** Its URI; absent for what was pasted or dropped from outside. */
  source?: string;
  /** What of it is sent, where a person chose that. */
  look?: SentLook;
}

/**
 * Fits the bytes of a picture file for sending, keeps them, and says how the picture is shown.
 * @throws {ValueError} that names the file, where it cannot be read.
 */
export async function keepPicture(
  { name, bytes, source, look }: PictureFile,
  pictures: KeptPictures,
  options: ImageOptions,
): Promise<PictureView> {
  // Loaded with the first picture: activation does without.
  const { prepareImage } = await import('../../images/prepare/prepareImage.ts');
  const { makeThumbnail } = await import('../../images/prepare/makeThumbnail.ts');
  const prepared = await prepareImage(bytes, { ...options, ...look, name });
  const [id, thumbnail] = await Promise.all([pictures.add(prepared), makeThumbnail(prepared, thumbnailSide)]);
  const { width, height } = prepared.original;
  return {
    ...{ id, name, width, height, byteLength: bytes.byteLength, thumbnail, notes: prepared.notes },
    ...present({ look }),
    ...(source === undefined ? {} : { source, digest: sha256Of(bytes) }),
  };
}
