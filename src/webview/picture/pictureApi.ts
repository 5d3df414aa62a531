import {
  parsePictureMessage,
  pictureLookSchema,
  type PictureLook,
  type PictureViewerMessage,
} from '../../protocol/picture.ts';
import type { PictureLink } from './pictureLink.ts';

declare function acquireVsCodeApi(): {
  postMessage(message: PictureViewerMessage): void;
  getState(): unknown;
  setState(state: PictureLook): void;
};

const api = acquireVsCodeApi();

/** The page's own picture. */
export const pageLink: PictureLink = {
  post: message => api.postMessage(message),
  listen: take => {
    const receive = ({ data }: MessageEvent<unknown>) => {
      const message = parsePictureMessage(data);
      if (message !== undefined) take(message);
    };
    window.addEventListener('message', receive);
    return () => window.removeEventListener('message', receive);
  },
};

/** How the picture was looked at before its tab was hidden or the window reloaded. */
export function rememberedLook(): PictureLook | undefined {
  return pictureLookSchema.safeParse(api.getState()).data;
}

export function rememberLook(look: PictureLook): void {
  api.setState(look);
}
