import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { OneShot } from './oneShot.ts';

/** How long a message stays, milliseconds. */
const shownFor = 4000;

/** What a screen reader says, and beside it, for a moment, what the host wants everyone to see. */
export function Announcer({
  announcement,
  toast,
}: {
  announcement: OneShot<string>;
  toast: OneShot<string>;
}): VNode {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (toast.serial === 0) return;
    setShown(true);
    const timer = setTimeout(() => setShown(false), shownFor);
    return () => clearTimeout(timer);
  }, [toast]);
  return (
    <>
      <div role="status" class="only-read">
        {/* A new element each time: the same words are said again. */}
        <span key={announcement.serial} dir="auto">
          {announcement.value}
        </span>
      </div>
      {shown && (
        <div class="toast" dir="auto" aria-hidden="true">
          {toast.value}
        </div>
      )}
    </>
  );
}
