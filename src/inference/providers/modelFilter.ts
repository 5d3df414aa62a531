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
 * `type`, Fireworks by `supports_…`; most say nothing, and only the id can tell.
 */
export function answeringModel(entry: unknown): Model | undefined {
  const model = objectOf(entry);
  const id = typeof model.id === 'string' ? model.id.replace(/^models\//, '') : '';
  if (id === '' || id.length > longestId || !answers(id, model)) return undefined;
  const takesImages = imagesTaken(model);
  return { id, ...present({ takesImages }) };
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
