import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { IconButton } from '../../shared/buttons.tsx';
import { usePanel } from '../panelContext.ts';
import { ColouredCode } from './colouredCode.tsx';

interface CodeBlockProps {
  code: string;
  language: string;
  growing?: boolean;
}

/**
 * A block of code with its language and a button that copies `code` exactly. The line break before the closing fence
 * belongs to the fence: a copied command does not run by itself when pasted into a terminal.
 */
export function CodeBlock({ code, language, growing = false }: CodeBlockProps): VNode {
  const { post } = usePanel();
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = () => {
    post({ type: 'copyText', text: code });
    setCopied(true);
  };
  return (
    <figure class="code-block">
      <figcaption>
        <span class="language">{language || 'text'}</span>
        <IconButton label={copied ? 'Copied' : 'Copy Code'} icon={copied ? 'check' : 'copy'} onClick={copy} />
      </figcaption>
      <pre tabIndex={0} role="group" aria-label={language ? `Code, ${language}` : 'Code'}>
        <ColouredCode {...{ code, language, growing }} />
      </pre>
    </figure>
  );
}
