import * as vscode from 'vscode';
import { isJsonObject } from '../../base/json.ts';
import { present } from '../../base/present.ts';
import type { Question, SamplingParameters, Tool } from '../../inference/api/question.ts';
import type { ToolNames } from './toolNames.ts';

/** What of a question the options of a request say. */
export type AskedWith = Pick<Question, 'tools' | 'toolChoice' | 'parameters'>;

/**
 * Tools, and how the model is to answer. Of the editor's options only those that are a model's own are taken: the others are
 * the editor's notes, and go nowhere.
 */
export function askedWith(
  { tools = [], toolMode, modelOptions = {} }: vscode.ProvideLanguageModelChatResponseOptions,
  names: ToolNames,
  usual: SamplingParameters,
): AskedWith {
  const parameters = { ...usual, ...samplingOf(modelOptions) };
  if (tools.length === 0) return { parameters };
  const isRequired = toolMode === vscode.LanguageModelChatToolMode.Required;
  return {
    tools: tools.map(({ name, description, inputSchema }): Tool => ({
      name: names.toApi(name),
      description,
      ...(isJsonObject(inputSchema) ? { parameters: inputSchema } : {}),
    })),
    ...(isRequired ? { toolChoice: 'required' as const } : {}),
    parameters,
  };
}

function samplingOf(options: Readonly<Record<string, unknown>>): SamplingParameters {
  const number = (name: string, least: number): number | undefined => {
    const value = options[name];
    return typeof value === 'number' && Number.isFinite(value) && value >= least ? value : undefined;
  };
  return present({
    temperature: number('temperature', 0),
    topP: number('top_p', 0),
    maxOutputTokens: number('max_tokens', 1),
  });
}
