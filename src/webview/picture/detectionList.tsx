import { t } from '../../base/l10n.ts';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Swatch } from './swatch.tsx';
import { detectionDetails, detectionLabel } from './detectionText.ts';
import type { ShownDetections } from './useDetections.ts';

const steps: Record<string, (position: number, count: number) => number> = {
  ArrowDown: (position, count) => Math.min(count - 1, position + 1),
  ArrowUp: position => Math.max(0, position - 1),
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** All detections, one stop of the Tab key; the arrow keys walk within, Enter shows one large, Ctrl+C copies it. */
export function DetectionList({
  shown: { listed, lit, light, isLitByPointer, reveal },
  onCopy,
}: {
  shown: ShownDetections;
  onCopy: (text: string) => void;
}): VNode {
  const list = useRef<HTMLUListElement>(null);
  const [wanted, setWanted] = useState<number>();
  const current = listed.find(({ index }) => index === wanted)?.index ?? listed[0]?.index;
  const rowOf = (index: number) => list.current?.querySelector<HTMLElement>(`[data-index="${index}"]`);
  useEffect(() => {
    if (isLitByPointer && lit !== undefined) rowOf(lit)?.scrollIntoView({ block: 'nearest' });
  }, [lit, isLitByPointer]);

  const onKeyDown = (event: KeyboardEvent) => {
    const position = listed.findIndex(({ index }) => index === current);
    const item = listed[position]?.item;
    if (item === undefined || current === undefined) return;
    if (event.key.toLowerCase() === 'c' && (event.ctrlKey || event.metaKey)) {
      // What was selected by hand is copied as anywhere else.
      if (!document.getSelection()?.isCollapsed) return;
      onCopy(item.label);
    } else if (event.ctrlKey || event.metaKey || event.altKey) return;
    else if (event.key === 'Enter') reveal(current);
    else {
      const next = steps[event.key]?.(position, listed.length);
      if (next === undefined) return;
      const index = listed[next]?.index;
      if (index !== undefined) rowOf(index)?.focus();
    }
    event.preventDefault();
  };
  return (
    <ul ref={list} class="detection-list" role="listbox" aria-label={t('Detections')} onKeyDown={onKeyDown}>
      {listed.map(({ index, item }) => (
        <li
          key={index}
          data-index={index}
          role="option"
          class={index === lit ? 'lit' : ''}
          aria-selected={index === lit}
          tabIndex={index === current ? 0 : -1}
          onMouseEnter={() => light(index)}
          onMouseLeave={() => light(undefined)}
          onFocus={() => {
            setWanted(index);
            light(index);
          }}
          onBlur={() => light(undefined)}
          onDblClick={() => reveal(index)}
        >
          <Swatch kind={item.kind} hedged={item.hedged} />
          <span class="label" dir="auto">
            {detectionLabel(item)}
          </span>
          <span class="measure">{detectionDetails(item)}</span>
        </li>
      ))}
    </ul>
  );
}
