import { useEffect, useMemo, useReducer, useState } from 'preact/hooks';
import { present } from '../../base/present.ts';
import type { PictureHostMessage, PictureLook, PictureViewerMessage } from '../../protocol/picture.ts';
import { reducePicture, type PictureState } from './pictureState.ts';
import { PixelValues } from './pixelValues.ts';

/** How a viewer talks with the host about one picture. */
export interface PictureLink {
  post: (message: PictureViewerMessage) => void;
  /** Calls `take` for each message of the host; returns how to end that. */
  listen: (take: (message: PictureHostMessage) => void) => () => void;
}

/** A picture as a viewer holds it. */
export interface LinkedPicture {
  state: PictureState;
  values: PixelValues;
  post: PictureLink['post'];
}

/** Opens a picture for as long as the component stands. */
export function usePicture({ post, listen }: PictureLink, look: PictureLook | undefined): LinkedPicture {
  const [state, take] = useReducer(reducePicture, {});
  // Values are no state, since they are asked for while drawing; what comes of them is drawn all the same.
  const [, cameValues] = useState(0);
  const values = useMemo(() => new PixelValues(post), [post]);
  useEffect(() => {
    const stop = listen(message => {
      if (message.type !== 'values') return take(message);
      values.take(message);
      cameValues(count => count + 1);
    });
    post({ type: 'ready', ...present({ look }) });
    return () => {
      stop();
      post({ type: 'close' });
    };
  }, [post, listen]);
  return { state, values, post };
}
