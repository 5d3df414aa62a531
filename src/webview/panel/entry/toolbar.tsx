import type { VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { arrowStep } from '../../shared/arrowStep.ts';
import { Codicon } from '../../shared/codicon.tsx';
import { takeFocus } from '../../shared/takeFocus.ts';

/** One button of a toolbar. */
export interface ToolbarItem {
  id: string;
  label: string;
  icon: string;
  run: () => void;
}

/** Where a key leads from an item of so many; undefined for keys that lead nowhere. */
function placeAfter(key: string, index: number, count: number): number | undefined {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = arrowStep(key);
  return step === undefined ? undefined : (index + step + count) % count;
}

/**
 * A row of icon buttons that is one stop of the Tab key; the arrow keys walk within. When the focused button goes away,
 * the focus stays in the row.
 */
export function Toolbar({ label, items }: { label: string; items: ToolbarItem[] }): VNode {
  const row = useRef<HTMLDivElement>(null);
  const focused = useRef<string | undefined>(undefined);
  const [wanted, setWanted] = useState<string>();
  const current = items.find(({ id }) => id === wanted)?.id ?? items[0]?.id;

  const focus = (id: string | undefined) => {
    setWanted(id);
    const button = row.current?.querySelector<HTMLElement>(`[data-action="${id ?? ''}"]`);
    if (button) takeFocus(button);
  };
  useLayoutEffect(() => {
    if (focused.current === undefined || items.some(({ id }) => id === focused.current)) return;
    focused.current = undefined;
    if (document.activeElement === document.body) focus(items[0]?.id);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const index = items.findIndex(({ id }) => id === current);
    const place = placeAfter(event.key, index, items.length);
    if (place === undefined) return;
    event.preventDefault();
    focus(items[place]?.id);
  };
  return (
    <div class="toolbar" role="toolbar" aria-label={label} ref={row} onKeyDown={onKeyDown}>
      {items.map(({ id, label, icon, run }) => (
        <button
          key={id}
          type="button"
          class="icon-button"
          data-action={id}
          aria-label={label}
          title={label}
          tabIndex={id === current ? 0 : -1}
          onClick={run}
          onFocus={() => {
            focused.current = id;
            setWanted(id);
          }}
          onBlur={event => {
            if (event.currentTarget.isConnected) focused.current = undefined;
          }}
        >
          <Codicon name={icon} />
        </button>
      ))}
    </div>
  );
}
