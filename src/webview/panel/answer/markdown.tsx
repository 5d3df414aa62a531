import { t } from '../../../base/l10n.ts';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../shared/buttons.tsx';
import { memo } from '../../shared/memo.ts';
import type { Block } from './blocks.ts';
import type { Rest } from './codeBlock.tsx';
import { drawBlock } from './drawTokens.tsx';
import { copySources } from './formula.tsx';
import { useBlocks } from './useBlocks.ts';

const BlockView = memo(({ block, rest }: { block: Block; rest: Rest | undefined }) => drawBlock(block, rest));

/** Characters that are drawn unless the person asks for more: reading Markdown takes its time. */
const drawnAtFirst = 100_000;

interface MarkdownProps {
  text: string;
  /** More of it is on its way. */
  growing: boolean;
  /** It ended before its end. */
  truncated?: boolean;
}

/**
 * A Markdown text. While it is `growing`, only the blocks at its end are drawn again. Of a very long one the beginning
 * is drawn, and the rest as plain text on request.
 */
export function Markdown({ text, growing, truncated = false }: MarkdownProps): VNode {
  const [shown, setShown] = useState(false);
  const beginning = text.slice(0, drawnAtFirst);
  const { all } = useBlocks(beginning, growing);
  const isLong = text.length > beginning.length;
  const rest = isLong ? 'elsewhere' : growing ? 'coming' : truncated ? 'missing' : undefined;
  const last = all.at(-1);
  return (
    <div class="markdown" onCopy={copySources}>
      {all.map(block => (
        <BlockView key={block.start} block={block} rest={block === last ? rest : undefined} />
      ))}
      {isLong &&
        (shown ? (
          <pre class="rest" dir="auto">
            {text.slice(beginning.length)}
          </pre>
        ) : (
          <Button secondary label={t('Show Rest of Answer')} onClick={() => setShown(true)} />
        ))}
    </div>
  );
}
