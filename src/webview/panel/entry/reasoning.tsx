import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Markdown } from '../answer/markdown.tsx';

/** What the model thought before it answered, folded away. It is drawn only once it is opened. */
export function Reasoning({ text, growing }: { text: string; growing: boolean }): VNode | null {
  const [open, setOpen] = useState(false);
  if (text === '') return null;
  return (
    <details class="reasoning" onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{growing ? 'Reasoning…' : 'Reasoning'}</summary>
      {open && <Markdown text={text} growing={growing} />}
    </details>
  );
}
