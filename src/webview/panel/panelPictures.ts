import type { HostMessage, PanelMessage } from '../../protocol/panel.ts';
import type { LargePictureId } from './panelContext.ts';
import type { PictureLink } from '../picture/pictureLink.ts';

type PictureMessage = Extract<HostMessage, { type: 'picture' }>;

/** Leads the messages about the picture that is looked at large to its viewer, and back. */
export class PanelPictures {
  readonly #post: (message: PanelMessage) => void;
  readonly #viewers = new Set<(message: PictureMessage) => void>();

  constructor(post: (message: PanelMessage) => void) {
    this.#post = post;
  }

  /** Takes a message of the host. */
  take(message: PictureMessage): void {
    for (const viewer of this.#viewers) viewer(message);
  }

  /** How the viewer of a picture talks with the host. */
  link({ picture, entry }: LargePictureId): PictureLink {
    const which = { picture, ...(entry === undefined ? {} : { entry }) };
    return {
      post: message => this.#post({ type: 'picture', ...which, message }),
      listen: take => {
        const viewer = (message: PictureMessage) => {
          if (message.picture === picture && message.entry === entry) take(message.message);
        };
        this.#viewers.add(viewer);
        return () => this.#viewers.delete(viewer);
      },
    };
  }
}
