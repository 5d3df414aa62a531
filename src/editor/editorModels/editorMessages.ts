import * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import { ValueError } from '../../base/errors.ts';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { schemaInstructions } from '../../inference/api/answerForm.ts';

/**
 * The messages of a request to `/chat/completions` as the editor takes them. It knows neither instructions nor forms: both go
 * as words of the person.
 */
export function editorMessages({
  messages,
  response_format: format,
}: JsonObject): vscode.LanguageModelChatMessage[] {
  const made = (Array.isArray(messages) ? messages : []).filter(isJsonObject).map(messageOf);
  const form = isJsonObject(format) && isJsonObject(format.json_schema) ? format.json_schema : undefined;
  if (form !== undefined && isJsonObject(form.schema)) {
    const words = schemaInstructions({ name: String(form.name), schema: form.schema });
    made.push(vscode.LanguageModelChatMessage.User(words));
  }
  return made;
}

function messageOf({ role, content }: JsonObject): vscode.LanguageModelChatMessage {
  if (role === 'assistant') return vscode.LanguageModelChatMessage.Assistant(textOf(content));
  return vscode.LanguageModelChatMessage.User(partsOf(content));
}

function textOf(content: unknown): string {
  return typeof content === 'string' ? content : '';
}

type Part = vscode.LanguageModelTextPart | vscode.LanguageModelDataPart;

function partsOf(content: unknown): Part[] {
  if (!Array.isArray(content)) return [new vscode.LanguageModelTextPart(textOf(content))];
  return content.filter(isJsonObject).flatMap((part): Part[] => {
    if (part.type === 'text') return [new vscode.LanguageModelTextPart(String(part.text))];
    const { url } = isJsonObject(part.image_url) ? part.image_url : {};
    if (typeof url !== 'string') return [];
    return [imagePart(url)];
  });
}

/** @param url A data URL in base64: images go out as nothing else. */
function imagePart(url: string): vscode.LanguageModelDataPart {
  const [head = '', data = ''] = url.split(',', 2);
  if (!head.startsWith('data:') || !head.endsWith(';base64'))
    throw new ValueError(t('Models of the editor take no images at web addresses.'));
  const mimeType = head.slice('data:'.length, -';base64'.length);
  return vscode.LanguageModelDataPart.image(new Uint8Array(Buffer.from(data, 'base64')), mimeType);
}
