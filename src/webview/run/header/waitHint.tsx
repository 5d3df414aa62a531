import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { waitText } from '../text/progressText.ts';

/** Counts down until a run that waits goes on. `seconds` is what was left when the host said so. */
export function WaitHint({ seconds }: { seconds: number }): VNode {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const end = performance.now() + seconds * 1000;
    const update = () => setLeft((end - performance.now()) / 1000);
    update();
    const timer = setInterval(update, 1000);
    return () => clearInterval(timer);
  }, [seconds]);
  return <span class="hint">{waitText(left)}</span>;
}
