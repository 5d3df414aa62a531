import { ValueError, type ErrorDetails } from '../base/errors.ts';
import { t } from '../base/l10n.ts';

type ImageErrorCode = 'unsupportedImage' | 'imageTooLarge';

/** What failed, beside the picture and the reason. */
export interface ImageErrorDetails extends Pick<ErrorDetails, 'cause' | 'hint' | 'remedy'> {
  /** `unsupportedImage` where absent. */
  code?: ImageErrorCode;
}

/** A picture that cannot be read. `reason` is a clause without a full stop: "it is empty". */
export function readError(label: string, reason: string, details: ImageErrorDetails = {}): ValueError {
  return new ValueError(t('Unable to read image source {label}: {reason}.', { label, reason }), {
    code: 'unsupportedImage',
    ...details,
  });
}

/** A picture that was read but cannot become a JPEG. `reason` is a sentence. */
export function encodeError(reason: string, details: ImageErrorDetails = {}): ValueError {
  return new ValueError(t('Unable to encode image source as JPEG. {reason}', { reason }), {
    code: 'unsupportedImage',
    ...details,
  });
}
