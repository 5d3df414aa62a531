import { Lazy } from '../base/lazy.ts';
import type { RecogniseImage } from '../recognition/recogniseImage.ts';

const room = new Lazy(() => import('../recognition/recogniseImage.ts'));

/** Recognition on this machine, loaded with the first image. */
export const recognise: RecogniseImage = async (source, options) =>
  (await room.get()).recogniseImage(source, options);
