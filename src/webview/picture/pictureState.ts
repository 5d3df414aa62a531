import { present } from '../../base/present.ts';
import type { Detections } from '../../protocol/detections.ts';
import type { PictureHostMessage } from '../../protocol/picture.ts';

/** One kind of the host's messages. */
export type FromHost<Type extends PictureHostMessage['type']> = Extract<PictureHostMessage, { type: Type }>;

/** All that a viewer shows of a picture; made from the host's messages only. */
export interface PictureState {
  /** What was sent of it, where it was sent. */
  sent?: FromHost<'sent'>;
  reading?: FromHost<'reading'>;
  /** A page that is open but not drawn yet: until then the one before it stays. */
  coming?: FromHost<'opened'>;
  opened?: FromHost<'opened'>;
  drawn?: FromHost<'drawn'>;
  detail?: FromHost<'detail'>;
  failed?: FromHost<'failed'>;
  detections?: Detections;
}

/** The state after one message. */
export function reducePicture(state: PictureState, message: PictureHostMessage): PictureState {
  const { detail: _, ...undetailed } = state;
  switch (message.type) {
    case 'reading': {
      const { failed: __, ...rest } = state;
      return { ...rest, reading: message };
    }
    case 'opened':
      return { ...state, coming: message };
    case 'drawn': {
      const { reading: __, failed: ___, coming, ...rest } = undetailed;
      return { ...rest, ...present({ opened: coming }), drawn: message };
    }
    case 'detail':
      return message.drawing === state.drawn?.drawing ? { ...state, detail: message } : state;
    case 'failed':
      return { ...present({ sent: state.sent, detections: state.detections }), failed: message };
    case 'sent':
      return { ...state, sent: message };
    case 'detections':
      return { ...state, detections: message.detections };
    case 'values':
    case 'copyImage':
      return state;
    default:
      return message satisfies never;
  }
}
