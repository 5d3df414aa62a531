import { type JsonObject } from '../../base/json.ts';
import type { EndReason } from './answer.ts';
import { findingsOf, listOf, objectOf, textOf, usageOf, type ChunkMeaning } from './chunkMeaning.ts';
import { StreamFault } from '../faults/providerFault.ts';
import type { CallPiece } from './toolCalls.ts';

/**
 * Reads a chunk of `chat.completions`, or the whole completion of a server that does not stream. Whatever is missing,
 * null or empty says nothing.
 * @throws {StreamFault} where the chunk carries the provider's error.
 */
export function readChatChunk(value: unknown): ChunkMeaning {
  const chunk = objectOf(value);
  const choice = firstOf(listOf(chunk.choices).map(objectOf));
  const error = chunk.error || choice.error;
  if (error) throw new StreamFault(error);
  const delta = objectOf(choice.delta ?? choice.message);
  const calls = callsOf(delta);
  const usage = objectOf(chunk.usage);
  const end = endOf(choice.finish_reason);
  const model = textOf(chunk.model);
  return {
    ...contentOf(delta),
    refusal: textOf(delta.refusal),
    ...(calls.length === 0 ? {} : { calls }),
    ...usageOf(usage.prompt_tokens, usage.completion_tokens),
    ...(model ? { model } : {}),
    ...findingsOf(chunk),
    ...(end ? { end } : {}),
  };
}

/** The answer's own part: a server that gives several answers at once sends those of the others among them. */
function firstOf(choices: JsonObject[]): JsonObject {
  return choices.find(({ index }) => typeof index !== 'number' || index === 0) ?? {};
}

/** Kinds of parts that hold thoughts: Mistral's `thinking`, the `reasoning` of Databricks with its `summary`. */
const thoughtParts: readonly unknown[] = ['thinking', 'reasoning', 'thought', 'redacted_thinking'];

/** Content is a text, or a list of parts with the reasoning among them. */
function contentOf(delta: JsonObject): { text: string; reasoning: string } {
  // DeepSeek, vLLM and llama.cpp say `reasoning_content`, OpenRouter and Ollama `reasoning`.
  const reasoning = textOf(delta.reasoning_content) || textOf(delta.reasoning);
  if (!Array.isArray(delta.content)) return { text: textOf(delta.content), reasoning };
  const parts = delta.content.map(objectOf);
  const thoughts = parts.filter(({ type }) => thoughtParts.includes(type));
  return {
    text: joined(parts.filter(part => !thoughts.includes(part))),
    reasoning: reasoning + thoughts.map(thoughtOf).join(''),
  };
}

function thoughtOf(part: JsonObject): string {
  const lists = [...listOf(part.thinking), ...listOf(part.summary)].map(objectOf);
  return textOf(part.thinking) + textOf(part.text) + joined(lists);
}

/** The pieces of tool calls: of the only one in `function_call`, as it was before there were several. */
function callsOf(delta: JsonObject): CallPiece[] {
  const list = listOf(delta.tool_calls).map(objectOf);
  const pieces = list.map((call, at) => {
    const { index } = call;
    const given = isPlace(index) ? index : undefined;
    return pieceOf(textOf(call.id), objectOf(call.function), given ?? (list.length > 1 ? at : undefined));
  });
  if (delta.function_call) pieces.push(pieceOf('', objectOf(delta.function_call), undefined));
  return pieces;
}

function pieceOf(id: string, { name, arguments: given }: JsonObject, place: number | undefined): CallPiece {
  const isObject = typeof given === 'object' && given !== null;
  return {
    place,
    id,
    name: textOf(name),
    arguments: isObject ? JSON.stringify(given) : textOf(given),
    isWhole: isObject,
  };
}

function isPlace(index: unknown): index is number {
  return typeof index === 'number' && Number.isSafeInteger(index);
}

function joined(parts: JsonObject[]): string {
  return parts.map(part => textOf(part.text)).join('');
}

/** The words of servers for ends that are no whole answer, Gemini's, Anthropic's, vLLM's and Zhipu's among them. */
const ends: readonly (readonly [RegExp, EndReason])[] = [
  [/length|max_tokens|context_window/, 'length'],
  [/filter|safety|sensitive|recitation|block|prohibited|spii|toxic|moderat|guardrail/, 'filtered'],
  [/refus/, 'refused'],
  // DeepSeek's word for "ran out of machines in the middle" stands last.
  [/abort|cancel|interrupt|timeout|malformed|^(?:other|unknown)$|insufficient_system_resource/, 'cut'],
];

function endOf(finish: unknown): EndReason | undefined {
  const reason = textOf(finish).toLowerCase();
  // As Python and JavaScript write their "nothing yet".
  if (['', 'none', 'null'].includes(reason)) return undefined;
  const known = ends.find(([words]) => words.test(reason));
  if (known !== undefined) return known[1];
  if (/error|fail/.test(reason))
    throw new StreamFault(`The provider ended the answer with an error (${reason}).`);
  return 'complete';
}
