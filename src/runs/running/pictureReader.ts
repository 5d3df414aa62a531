import type { ImageOptions, PreparedImage } from '../../images/preparedImage.ts';
import { lookOf, type Look } from '../../images/prepare/lookOf.ts';
import type { PictureFiles, RunPicture } from '../runPicture.ts';
import { preparePicture, readPicture } from './readPicture.ts';

/** Reads the pictures of a run and makes them ready to be sent, in this thread or in another one. */
export interface PictureReader {
  /** As {@link readPicture}. */
  read: (picture: RunPicture, signal: AbortSignal) => Promise<{ bytes: Uint8Array; sha256: string }>;
  /** As {@link preparePicture}; the bytes are of no use afterwards. */
  prepare: (bytes: Uint8Array, options: ImageOptions, name: string) => Promise<PreparedImage>;
  /** As {@link lookOf}; nothing where that cannot be told. */
  look: (prepared: PreparedImage) => Promise<Look | undefined>;
}

/** Reads in this thread. */
export function readsHere(files: Pick<PictureFiles, 'read'>): PictureReader {
  return {
    read: (picture, signal) => readPicture(files, picture, signal),
    prepare: preparePicture,
    look: lookOf,
  };
}
