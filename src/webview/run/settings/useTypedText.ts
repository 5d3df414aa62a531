import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { DraftPoster } from '../../shared/draftPoster.ts';

/** A text box whose text is the host's, except while the person types. */
export interface TypedText {
  value: string;
  onInput: (event: { currentTarget: { value: string } }) => void;
  onFocus: () => void;
  onBlur: () => void;
}

/**
 * Sends what is typed once typing pauses, and when the box is left or the page goes away; what the host says meanwhile does not
 * take its place.
 */
export function useTypedText(stated: string, send: (text: string) => void): TypedText {
  const [typed, setTyped] = useState<string>();
  const focused = useRef(false);
  const latest = useRef(send);
  latest.current = send;
  const poster = useMemo(() => new DraftPoster(text => latest.current(text)), []);

  useEffect(() => {
    const flush = () => poster.flush();
    document.addEventListener('visibilitychange', flush);
    window.addEventListener('pagehide', flush);
    return () => {
      flush();
      document.removeEventListener('visibilitychange', flush);
      window.removeEventListener('pagehide', flush);
    };
  }, [poster]);
  // The host has heard of it, or has decided otherwise.
  useEffect(() => {
    if (!focused.current) setTyped(undefined);
  }, [stated]);

  return {
    value: typed ?? stated,
    onInput: ({ currentTarget }) => {
      setTyped(currentTarget.value);
      poster.typed(currentTarget.value);
    },
    onFocus: () => {
      focused.current = true;
    },
    onBlur: () => {
      focused.current = false;
      poster.flush();
      if (typed === stated) setTyped(undefined);
    },
  };
}
