import type { OriginalImage, PreparedImage } from '../images/preparedImage.ts';
import type { AnswerStyle } from './offline/captionOf.ts';
import { isRecognitionOn } from '../recognition/recognitionSwitch.ts';
import { createOfflineDescriber, offlineFetch } from './offline/describer.ts';
import { measuringURL, offlineProvider } from './providers/providers.ts';
import type { Destination } from './api/question.ts';

/**
 * The describer inside Sightline, told what the sent JPEGs no longer show of their originals.
 * @param options.style how much is said; absent: `caption`.
 */
export function offlineDestination(
  pictures: readonly PreparedImage[],
  { style }: { style?: AnswerStyle } = {},
): Destination {
  const originals = new Map<string, OriginalImage>(
    pictures.map(({ dataUrl, original }) => [dataUrl, original]),
  );
  const { label, baseURL, api } = offlineProvider;
  const describer = createOfflineDescriber({
    about: dataUrl => originals.get(dataUrl),
    style,
    countsTokens: false,
  });
  return {
    label,
    baseURL: isRecognitionOn() ? baseURL : measuringURL,
    api,
    fetch: offlineFetch(describer),
  };
}
