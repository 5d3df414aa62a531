import { SightlineError } from '../base/errors.ts';
import { t } from '../base/l10n.ts';

/** Recognition is turned off, or cannot run here. */
export class RecognitionOff extends SightlineError {
  constructor(
    message = t('Image recognition on this machine is turned off.'),
    details: { cause?: unknown } = {},
  ) {
    super('unsupportedImage', message, details);
    this.name = 'RecognitionOff';
  }
}

/** Values of the environment variable that turn it off. */
const offWords: ReadonlySet<string> = new Set(['off', '0', 'false', 'no']);

let wanted = true;

/** Turns recognition on or off for this program; the environment variable `SIGHTLINE_RECOGNITION=off` goes before it. */
export function setRecognition(on: boolean): void {
  wanted = on;
}

/** Whether recognition is turned on; that it can run here is known only when an image is looked at. */
export function isRecognitionOn(variables: NodeJS.ProcessEnv = process.env): boolean {
  return wanted && !offWords.has((variables['SIGHTLINE_RECOGNITION'] ?? '').trim().toLowerCase());
}
