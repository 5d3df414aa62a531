import type { VNode } from 'preact';
import { memo } from '../../shared/memo.ts';
import { highlight, longestPiece } from './highlight.ts';

/** Lines that are coloured together while a block grows. */
const segmentLines = 40;

/** Code that is longer stays plain. Characters. */
const longestCode = 100_000;

const Segment = memo(({ code, language }: { code: string; language: string }): VNode => {
  const html = highlight(code, language);
  return html === undefined ? <code>{code}</code> : <code dangerouslySetInnerHTML={{ __html: html }} />;
});

/**
 * Code in colours. While it grows it is coloured and laid out in segments, of which only the last is done again for
 * each piece; a comment that spans two of them gets its colour once the block is whole, unless that is long.
 */
export function ColouredCode(props: { code: string; language: string; growing: boolean }): VNode {
  const { code, language, growing } = props;
  if (code.length > longestCode) return <code>{code}</code>;
  return (
    <>
      {(growing || code.length > longestPiece ? cut(code) : [code]).map((segment, index) => (
        <Segment key={index} code={segment} language={language} />
      ))}
    </>
  );
}

/** Cuts `code` after every so many lines; the parts make up the whole. */
export function cut(code: string): string[] {
  const segments: string[] = [];
  let start = 0;
  let lines = 0;
  for (let end = code.indexOf('\n'); end !== -1; end = code.indexOf('\n', end + 1)) {
    if (++lines % segmentLines !== 0) continue;
    segments.push(code.slice(start, end + 1));
    start = end + 1;
  }
  return start < code.length || segments.length === 0 ? [...segments, code.slice(start)] : segments;
}
