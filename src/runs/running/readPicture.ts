import { isAbort, SightlineError } from '../../base/errors.ts';
import { readError } from '../../images/imageErrors.ts';
import { maxFileBytes } from '../../images/limits.ts';
import { prepareImage } from '../../images/prepare/prepareImage.ts';
import type { ImageOptions, PreparedImage } from '../../images/preparedImage.ts';
import { redact } from '../../base/redact.ts';
import type { PictureFiles, RunPicture } from '../runPicture.ts';
import { contentHash } from '../store/contentHash.ts';
import { t } from '../../base/l10n.ts';

/**
 * The bytes of a picture as they are now, and their SHA-256.
 * @throws {SightlineError} where the file cannot be read; an AbortError once the signal fires.
 */
export async function readPicture(
  files: Pick<PictureFiles, 'read'>,
  picture: RunPicture,
  signal: AbortSignal,
): Promise<{ bytes: Uint8Array; sha256: string }> {
  const { name, byteLength } = picture;
  if (byteLength > maxFileBytes)
    throw readError(
      name,
      t('its {byteLength} bytes are more than the limit of {maxFileBytes}', { byteLength, maxFileBytes }),
      {
        code: 'imageTooLarge',
      },
    );
  try {
    return await contentHash(files, picture, signal);
  } catch (cause) {
    if (cause instanceof SightlineError || isAbort(cause)) throw cause;
    throw readError(name, t('it cannot be read from its folder'), {
      cause,
      hint: t('It may have been moved or deleted.'),
    });
  }
}

/** @throws {SightlineError} whatever is wrong with the picture: it concerns no other. */
export async function preparePicture(
  bytes: Uint8Array,
  options: ImageOptions,
  name: string,
): Promise<PreparedImage> {
  try {
    return await prepareImage(bytes, { ...options, name });
  } catch (cause) {
    if (cause instanceof SightlineError) throw cause;
    const reason = redact(cause instanceof Error ? cause.message : String(cause));
    throw readError(name, reason.replace(/\.$/, ''), { cause });
  }
}
