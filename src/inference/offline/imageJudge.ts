import type { Findings } from '../../recognition/findings.ts';
import type { ImageKind } from '../../recognition/imageKind.ts';
import type { FirstFindings } from '../../recognition/recogniseImage.ts';
import { isPhotoAtFirstSight, judgeKind } from './judgeKind.ts';
import { measure } from './measure.ts';
import { measurablePicture } from './pixels.ts';

/** Tells what kind of image one is by its pixels and by what was found in it. */
export interface ImageJudge {
  /** Before the text has been read, when it may only be sure of photos. */
  first: (findings: FirstFindings) => ImageKind;
  whole: (findings: Findings) => ImageKind;
}

/**
 * Measures an image, so that what is found in it can be judged as the describer judges it.
 * @throws {ValueError} where the `data:image/` URL holds no image.
 */
export async function imageJudge(dataUrl: string): Promise<ImageJudge> {
  const measures = await measure(await measurablePicture(dataUrl));
  return {
    first: findings => (isPhotoAtFirstSight(measures, findings) ? 'photo' : measures.kind.kind),
    whole: findings => judgeKind(measures, findings),
  };
}
