import * as vscode from 'vscode';
import { tsxText } from './tsxText.ts';

/** What one part of a message or of a tool's result holds. */
export type PartContent = { kind: 'text'; text: string } | { kind: 'image'; bytes: Uint8Array };

/** Parts that are the editor's own notes, whatever their bytes are. */
const notes = ['usage', 'cache_control', 'stateful_marker', 'thinking', 'context_management'];

/** Types of data that are text, beside `text/…`. */
const textTypes = /^application\/(?:[\w.-]+\+)?(?:json|xml|yaml|x-yaml|javascript|x-ndjson)$/;

/** The text or image of a part; `undefined` where it is something that no model is to see, or that is not known. */
export function partContent(part: unknown): PartContent | undefined {
  if (part instanceof vscode.LanguageModelTextPart) return { kind: 'text', text: part.value };
  if (part instanceof vscode.LanguageModelDataPart) return dataContent(part);
  if (part instanceof vscode.LanguageModelPromptTsxPart) {
    const text = tsxText(part.value);
    return text === '' ? undefined : { kind: 'text', text };
  }
  return undefined;
}

function dataContent({ mimeType, data }: vscode.LanguageModelDataPart): PartContent | undefined {
  const [type = ''] = mimeType.toLowerCase().split(';');
  if (notes.includes(type)) return undefined;
  if (type.startsWith('image/')) return { kind: 'image', bytes: data };
  if (type.startsWith('text/') || textTypes.test(type))
    return { kind: 'text', text: new TextDecoder().decode(data) };
  return undefined;
}
