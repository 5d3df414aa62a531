import { t } from '../../base/l10n.ts';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ValueGroup } from './valueText.ts';
import type { Point } from './viewMaths.ts';

/** Milliseconds until a pixel's values are said: whoever walks on hears only where the walk ends. */
const pause = 350;

interface ValuesBarProps {
  pixel: Point | undefined;
  groups: ValueGroup[];
  /** Whether the values are said to a screen reader as the probe moves. */
  probing: boolean;
}

/** The place and the values of the pixel under the pointer or the probe. */
export function ValuesBar({ pixel, groups, probing }: ValuesBarProps): VNode {
  const [announced, setAnnounced] = useState('');
  const words =
    probing && pixel !== undefined
      ? `x ${pixel.x}, y ${pixel.y}. ${groups.map(group => `${group.title}: ${group.words}`).join('. ')}`
      : '';
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(words), pause);
    return () => clearTimeout(timer);
  }, [words]);
  return (
    <div class="values">
      {pixel === undefined ? (
        <span class="hint">
          {t('Point at a pixel to see its values, or press P to use the keyboard probe.')}
        </span>
      ) : (
        <>
          <span class="place">
            x {pixel.x} y {pixel.y}
          </span>
          {groups.map(({ title, words: values }) => (
            <span key={title} class="group">
              <span class="measure">{title}</span> {values}
            </span>
          ))}
        </>
      )}
      <p class="only-read" role="status">
        {announced}
      </p>
    </div>
  );
}
