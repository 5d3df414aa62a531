import type { EndReason } from './answer.ts';
import { listOf, objectOf, textOf, usageOf, type ChunkMeaning, type Json } from './chunkMeaning.ts';
import { StreamFault } from './providerFault.ts';

/**
 * Reads a chunk of `chat.completions`, or the whole completion of a server that does not stream. Whatever is missing,
 * null or empty says nothing.
 * @throws {StreamFault} where the chunk carries the provider's error.
 */
export function readChatChunk(value: unknown): ChunkMeaning {
  const chunk = objectOf(value);
  const choice = objectOf(listOf(chunk.choices)[0]);
  const error = chunk.error || choice.error;
  if (error) throw new StreamFault(error);
  const delta = objectOf(choice.delta ?? choice.message);
  const usage = objectOf(chunk.usage);
  const end = endOf(choice.finish_reason);
  const model = textOf(chunk.model);
  return {
    ...contentOf(delta),
    refusal: textOf(delta.refusal),
    ...usageOf(usage.prompt_tokens, usage.completion_tokens),
    ...(model ? { model } : {}),
    ...(end ? { end } : {}),
  };
}

/** Content is a text, or a list of parts with the reasoning among them (Mistral). */
function contentOf(delta: Json): { text: string; reasoning: string } {
  // DeepSeek, vLLM and llama.cpp say `reasoning_content`, OpenRouter and Ollama `reasoning`.
  const reasoning = textOf(delta.reasoning_content) || textOf(delta.reasoning);
  if (!Array.isArray(delta.content)) return { text: textOf(delta.content), reasoning };
  const parts = delta.content.map(objectOf);
  const thoughts = parts.flatMap(part => listOf(part.thinking).map(objectOf));
  return { text: joined(parts), reasoning: reasoning + joined(thoughts) };
}

function joined(parts: Json[]): string {
  return parts.map(part => textOf(part.text)).join('');
}

function endOf(finish: unknown): EndReason | undefined {
  if (typeof finish !== 'string' || finish === '') return undefined;
  const reason = finish.toLowerCase();
  if (reason === 'error') throw new StreamFault('The provider ended the answer with an error.');
  if (reason === 'length' || reason === 'max_tokens') return 'length';
  if (reason.startsWith('content_filter') || reason === 'safety') return 'filtered';
  // DeepSeek's word for "ran out of machines in the middle".
  if (reason === 'insufficient_system_resource') return 'cut';
  return 'complete';
}
