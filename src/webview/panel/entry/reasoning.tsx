import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { t } from '../../../base/l10n.ts';
import { formatSeconds } from '../../../base/localFormat.ts';
import { Codicon } from '../../shared/codicon.tsx';
import { Markdown } from '../answer/markdown.tsx';

interface ReasoningProps {
  text: string;
  /** The answer has not begun. */
  thinking: boolean;
  growing: boolean;
  seconds: number | undefined;
}

/** What the model thought before it answered, folded away. It is drawn only once it is opened. */
export function Reasoning({ text, thinking, growing, seconds }: ReasoningProps): VNode | null {
  const [open, setOpen] = useState(false);
  if (text === '') return null;
  return (
    <details class="reasoning" onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>
        <Codicon name={open ? 'chevron-down' : 'chevron-right'} />
        {thinking
          ? t('Thinking…')
          : seconds === undefined
            ? t('Reasoning')
            : t('Thought for {time}', { time: formatSeconds(seconds) })}
      </summary>
      {open && <Markdown text={text} growing={growing} />}
    </details>
  );
}
