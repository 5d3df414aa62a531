import * as vscode from 'vscode';
import { partContent } from './partContent.ts';

/** What an image counts: about what the dearest providers charge for one as it is sent. */
const imageTokens = 1600;

/** What the frame of a message counts. */
const messageTokens = 4;

/**
 * Estimated tokens of a text or message. No provider's own tokenizer is here, so that it counts on the safe side: three and a
 * half ASCII characters make a token (four do in English prose, three in dense code), and two bytes of anything else (of
 * Chinese and Japanese a character is 1.5 tokens then, which is about the most that today's tokenizers take).
 */
export function estimateTokens(text: string | vscode.LanguageModelChatRequestMessage): number {
  if (typeof text === 'string') return textTokens(text);
  return text.content.reduce<number>((sum, part) => sum + partTokens(part), messageTokens);
}

function partTokens(part: unknown): number {
  if (part instanceof vscode.LanguageModelToolCallPart)
    return messageTokens + textTokens(part.name) + textTokens(JSON.stringify(part.input));
  if (part instanceof vscode.LanguageModelToolResultPart)
    return part.content.reduce<number>((sum, inner) => sum + partTokens(inner), messageTokens);
  const content = partContent(part);
  if (content === undefined) return 0;
  return content.kind === 'image' ? imageTokens : textTokens(content.text);
}

function textTokens(text: string): number {
  let ascii = 0;
  let bytes = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    // Half of a pair is two of its four bytes.
    if (code < 0x80) ascii += 1;
    else bytes += code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 2 : 3;
  }
  return Math.ceil(ascii / 3.5 + bytes / 2);
}
