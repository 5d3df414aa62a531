import { isJsonObject } from '../../base/json.ts';

/** Levels and pieces that are read of a tree; what lies beyond is left out. */
const deepest = 60;
const mostPieces = 20_000;

/** How `@vscode/prompt-tsx` marks its pieces of text, and the line breaks before them. */
const textPiece = 2;
const always = 1;
const unlessBesideText = 2;

/** The text of a prompt as `@vscode/prompt-tsx` renders it to JSON; empty where it has none, or another shape. */
export function tsxText(value: unknown): string {
  const parts: string[] = [];
  let pieces = 0;
  let besideText = false;
  const read = (piece: unknown, level: number): void => {
    if (!isJsonObject(piece) || level > deepest || ++pieces > mostPieces) return;
    if (piece.type === textPiece && typeof piece.text === 'string') {
      const breaks =
        piece.lineBreakBefore === always ||
        piece.lineBreakBefore === true ||
        (piece.lineBreakBefore === unlessBesideText && !besideText);
      parts.push(breaks && parts.length > 0 ? `\n${piece.text}` : piece.text);
      besideText = true;
      return;
    }
    besideText = false;
    if (Array.isArray(piece.children)) for (const child of piece.children) read(child, level + 1);
    besideText = false;
  };
  read(isJsonObject(value) && 'node' in value ? value.node : value, 0);
  return parts.join('');
}
