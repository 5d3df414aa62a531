import { present } from '../../base/present.ts';
import { type JsonObject } from '../../base/json.ts';
import { listOf, objectOf } from '../api/chunkMeaning.ts';
import type { Model } from './provider.ts';

/** Characters of an id; what is longer is none. */
const longestId = 200;

/** Words in the ids of models that answer no question: they embed, hear, speak, draw or judge. */
const otherTrades =
  /embed|(?:^|[-/])bge-|(?:^|[-/])e5-|gte-|rerank|whisper|(?:^|[-_/])tts|transcri|speech|audio|realtime|moderation|llama-?guard|prompt-guard|safeguard|dall-e|(?:gpt|chatgpt)-image|imagen|-image(?:-|$)|grok-\d+-image|grok-imagine|flux|stable-diffusion|sdxl|sora|(?:^|[-/])veo-|lyria|(?:^|[-/])ocr|mistral-ocr|voxtral|babbage|davinci|(?:^|\/)aqa$|computer-use|codex-mini-tune|orpheus|canopy/i;

/** What providers call a model's trade, where it is none of ours. */
const otherTypes = /embed|image|audio|video|moderation|rerank|transcri|speech|tts/i;

/**
 * A model from an entry of a provider's list; `undefined` where it answers no question. Each provider says in its own
 * way what a model does and takes: OpenRouter by `architecture`, Mistral and Anthropic by `capabilities`, Together by
 * `type`, Fireworks by `supports_…`; most say nothing, and only the id can tell. The window is told by OpenRouter, Together and
 * Fireworks as `context_length`, by Groq as `context_window`, by Mistral and LM Studio as `max_context_length`, by vLLM as
 * `max_model_len`, by Anthropic as `max_input_tokens`, by llama.cpp in `meta`.
 */
export function answeringModel(entry: unknown): Model | undefined {
  const model = objectOf(entry);
  const id = typeof model.id === 'string' ? model.id.replace(/^models\//, '') : '';
  if (id === '' || id.length > longestId || !answers(id, model)) return undefined;
  return {
    id,
    ...present({
      takesImages: imagesTaken(model),
      contextWindow: windowOf(model),
      maxOutputTokens: outputOf(model),
      supportsTools: toolsSupported(model),
    }),
  };
}

function answers(id: string, model: JsonObject): boolean {
  const outputs = listOf(objectOf(model.architecture).output_modalities);
  if (outputs.length > 0) return outputs.includes('text');
  const chats = objectOf(model.capabilities).completion_chat ?? model.supports_chat;
  if (chats === false || model.active === false) return false;
  if (typeof model.type === 'string' && otherTypes.test(model.type.slice(0, longestId))) return false;
  return !otherTrades.test(id);
}

function imagesTaken(model: JsonObject): boolean | undefined {
  const inputs = listOf(objectOf(model.architecture).input_modalities ?? model.input_modalities);
  if (inputs.length > 0) return inputs.includes('image');
  const capabilities = objectOf(model.capabilities);
  const declared =
    capabilities.vision ?? objectOf(capabilities.image_input).supported ?? model.supports_image_input;
  return typeof declared === 'boolean' ? declared : undefined;
}

/** What a server was started with comes before what the model was made for. */
function windowOf(model: JsonObject): number | undefined {
  const { top_provider: top, meta } = model;
  return firstCount([
    ...[model.loaded_context_length, objectOf(meta).n_ctx, objectOf(top).context_length],
    ...[model.context_length, model.context_window, model.max_context_length, model.max_model_len],
    ...[model.max_input_tokens, objectOf(meta).n_ctx_train],
  ]);
}

function outputOf(model: JsonObject): number | undefined {
  return firstCount([
    ...[objectOf(model.top_provider).max_completion_tokens, model.max_completion_tokens],
    ...[model.max_output_tokens, model.max_output_length],
  ]);
}

function toolsSupported(model: JsonObject): boolean | undefined {
  const parameters = listOf(model.supported_parameters);
  if (parameters.length > 0) return parameters.includes('tools');
  // LM Studio lists what a model can do.
  if (Array.isArray(model.capabilities)) return model.capabilities.includes('tool_use');
  const declared =
    objectOf(model.capabilities).function_calling ?? model.supports_tools ?? model.supports_function_calling;
  return typeof declared === 'boolean' ? declared : undefined;
}

/** Tokens that a model may have. */
const [fewestTokens, mostTokens] = [128, 100_000_000];

function firstCount(values: readonly unknown[]): number | undefined {
  return values.find(
    (value): value is number =>
      typeof value === 'number' && Number.isInteger(value) && value >= fewestTokens && value <= mostTokens,
  );
}
