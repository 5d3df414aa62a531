import type { VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Codicon } from '../../shared/codicon.tsx';
import { takeFocus } from '../../shared/takeFocus.ts';

/** One button of a toolbar. */
export interface ToolbarItem {
  id: string;
  label: string;
  icon: string;
  run: () => void;
}

const steps: Record<string, (index: number, count: number) => number> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

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
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    focus(items[step(index, items.length)]?.id);
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
