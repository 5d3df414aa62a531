import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Button } from '../../shared/buttons.tsx';
import { memo } from '../../shared/memo.ts';
import { nextBlocks, noBlocks, type Block } from './blocks.ts';
import { drawBlock } from './drawTokens.tsx';

const BlockView = memo(({ block, growing }: { block: Block; growing: boolean }) => drawBlock(block, growing));

/** Characters that are drawn unless the person asks for more: reading Markdown takes its time. */
const drawnAtFirst = 100_000;

/**
 * A Markdown text. While it is `growing`, only the blocks at its end are drawn again. Of a very long one the beginning
 * is drawn, and the rest as plain text on request.
 */
export function Markdown({ text, growing }: { text: string; growing: boolean }): VNode {
  const blocks = useRef(noBlocks);
  const [shown, setShown] = useState(false);
  const drawn = text.slice(0, drawnAtFirst);
  blocks.current = nextBlocks(blocks.current, drawn, growing);
  const last = growing ? blocks.current.all.at(-1) : undefined;
  return (
    <div class="markdown">
      {blocks.current.all.map(block => (
        <BlockView key={block.start} block={block} growing={block === last} />
      ))}
      {text.length > drawn.length &&
        (shown ? (
          <pre class="rest">{text.slice(drawn.length)}</pre>
        ) : (
          <Button secondary label="Show Rest of Answer" onClick={() => setShown(true)} />
        ))}
    </div>
  );
}
