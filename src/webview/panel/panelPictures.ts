import { present } from '../../base/present.ts';
import { Emitter } from '../../base/emitter.ts';
import type { HostMessage, PanelMessage } from '../../protocol/panel.ts';
import type { LargePictureId } from './panelContext.ts';
import type { PictureLink } from '../picture/pictureLink.ts';

type PictureMessage = Extract<HostMessage, { type: 'picture' }>;

/** Leads the messages about the picture that is looked at large to its viewer, and back. */
export class PanelPictures {
  readonly #post: (message: PanelMessage) => void;
  readonly #messages = new Emitter<PictureMessage>();

  constructor(post: (message: PanelMessage) => void) {
    this.#post = post;
  }

  /** Takes a message of the host. */
  take(message: PictureMessage): void {
    this.#messages.fire(message);
  }

  /** How the viewer of a picture talks with the host. */
  link({ picture, entry }: LargePictureId): PictureLink {
    const which = { picture, ...present({ entry }) };
    return {
      post: message => this.#post({ type: 'picture', ...which, message }),
      listen: take =>
        this.#messages.listen(message => {
          if (message.picture === picture && message.entry === entry) take(message.message);
        }),
    };
  }
}
