import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { memo } from '../../shared/memo.ts';
import { nextBlocks, noBlocks, type Block } from './blocks.ts';
import { drawBlock } from './drawTokens.tsx';

const BlockView = memo(({ block, growing }: { block: Block; growing: boolean }) => drawBlock(block, growing));

/** A Markdown text. While it is `growing`, only the blocks at its end are drawn again. */
export function Markdown({ text, growing }: { text: string; growing: boolean }): VNode {
  const blocks = useRef(noBlocks);
  blocks.current = nextBlocks(blocks.current, text, growing);
  const last = growing ? blocks.current.all.at(-1) : undefined;
  return (
    <div class="markdown">
      {blocks.current.all.map(block => (
        <BlockView key={block.start} block={block} growing={block === last} />
      ))}
    </div>
  );
}
