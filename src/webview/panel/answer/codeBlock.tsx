import { t } from '../../../base/l10n.ts';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { IconButton } from '../../shared/buttons.tsx';
import { usePanel } from '../panelContext.ts';
import { ColouredCode } from './colouredCode.tsx';

/** What is with the rest of a block that is not whole: on its way, left out of the view, or never sent. */
export type Rest = 'coming' | 'elsewhere' | 'missing';

interface CodeBlockProps {
  code: string;
  language: string;
  /** Absent where the block is whole. */
  rest?: Rest | undefined;
  /** It is part of an answer: it can go into a text or a new file. */
  ofAnswer?: boolean;
}

/** The copy button of a block, by what is missing. What cannot be copied whole yet, or from here, is not copied. */
const copyLabels: Record<Rest, { label: string; disabled: boolean }> = {
  coming: { label: t('Copy Code (available when the block is complete)'), disabled: true },
  elsewhere: {
    label: t('Copy Code (the block is not shown whole; copy the answer instead)'),
    disabled: true,
  },
  missing: { label: t('Copy Code (incomplete)'), disabled: false },
};

/**
 * A block of code with its language and a button that copies `code` exactly. The line break before the closing fence
 * belongs to the fence: a copied command does not run by itself when pasted into a terminal.
 */
export function CodeBlock({ code, language, rest, ofAnswer = false }: CodeBlockProps): VNode {
  const { post, notify } = usePanel();
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = () => {
    post({ type: 'copyText', text: code });
    setCopied(true);
    notify(t('Code copied'));
  };
  const { label, disabled } =
    rest === undefined ? { label: t('Copy Code'), disabled: false } : copyLabels[rest];
  return (
    <figure class="code-block">
      <figcaption>
        <span class="language" dir="auto">
          {language || 'text'}
        </span>
        {ofAnswer && !disabled && (
          <>
            <IconButton
              label={t('Insert Code at Cursor')}
              icon="insert"
              onClick={() => post({ type: 'insertCode', text: code })}
            />
            <IconButton
              label={t('Open Code in New File')}
              icon="new-file"
              onClick={() => post({ type: 'openCode', text: code, language })}
            />
          </>
        )}
        <IconButton
          label={copied ? t('Copied') : label}
          icon={copied ? 'check' : 'copy'}
          disabled={disabled}
          onClick={copy}
        />
      </figcaption>
      <pre
        dir="ltr"
        tabIndex={0}
        role="group"
        aria-label={language ? t('Code, {language}', { language }) : t('Code')}
      >
        <ColouredCode {...{ code, language }} growing={rest === 'coming'} />
      </pre>
    </figure>
  );
}
