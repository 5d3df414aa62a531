import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { PanelMessage, Sent } from '../../protocol/panel.ts';

/** A picture that is looked at large: one of an entry, or of the next question. */
export interface LargePictureId {
  picture: string;
  entry?: string;
  name: string;
}

/** What every part of the panel may do. */
export interface PanelActions {
  /** Sends a message to the host. */
  post: (message: PanelMessage) => void;
  /** Tells the person something that happened in the panel itself. */
  notify: (text: string) => void;
  /** Asks the host what was sent for an entry; rejects with a message for the person. */
  sent: (entryId: string) => Promise<Sent>;
  /** Opens "What was sent" for an entry. */
  showSent: (entryId: string) => void;
  /** Opens a picture large. */
  showPicture: (picture: LargePictureId) => void;
}

export const PanelContext = createContext<PanelActions | undefined>(undefined);

export function usePanel(): PanelActions {
  const actions = useContext(PanelContext);
  if (!actions) throw new Error('usePanel was called outside of the panel.');
  return actions;
}
