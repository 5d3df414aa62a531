import {
  AutoModelForImageTextToText,
  AutoModelForVision2Seq,
  AutoProcessor,
  AutoTokenizer,
  env,
  LogLevel,
  RawImage,
  TextStreamer,
  type PreTrainedModel,
  type PreTrainedTokenizer,
  type Processor,
} from '@huggingface/transformers';
import type { CaptionAnswer, CaptionPixels, CaptionTask } from './captionTask.ts';

/** A model that is open. */
export interface OpenCaptioner {
  caption: (task: CaptionTask, onPiece: (piece: string) => void) => Promise<CaptionAnswer>;
  close: () => Promise<void>;
}

/** Nothing is ever asked of the network: all files are in the model's folder. */
env.allowRemoteModels = false;
env.useFSCache = false;
env.useWasmCache = false;
env.fetch = () => Promise.reject(new Error('Nothing is fetched.'));
env.logLevel = LogLevel.ERROR;

/** Opens a model; throws where its files are none that transformers.js runs. */
export async function openCaptioner({ folder, kind, weights }: CaptionTask): Promise<OpenCaptioner> {
  const options = { dtype: weights, local_files_only: true };
  const [tokenizer, processor, model] = await Promise.all([
    AutoTokenizer.from_pretrained(folder, { local_files_only: true }),
    AutoProcessor.from_pretrained(folder, { local_files_only: true }),
    kind === 'captioner'
      ? AutoModelForVision2Seq.from_pretrained(folder, options)
      : AutoModelForImageTextToText.from_pretrained(folder, options),
  ]);
  return {
    caption: (task, onPiece) => caption({ tokenizer, processor, model }, task, onPiece),
    close: async () => {
      await model.dispose();
    },
  };
}

interface Parts {
  tokenizer: PreTrainedTokenizer;
  processor: Processor;
  model: PreTrainedModel;
}

async function caption(
  { tokenizer, processor, model }: Parts,
  task: CaptionTask,
  onPiece: (piece: string) => void,
): Promise<CaptionAnswer> {
  const image = rawImage(task.image);
  const inputs = await inputsFor(processor, task, image);
  let text = '';
  let tokens = 0;
  const streamer = new TextStreamer(tokenizer, {
    skip_prompt: true,
    skip_special_tokens: true,
    callback_function: piece => {
      text += piece;
      if (piece !== '') onPiece(piece);
    },
    token_callback_function: ids => void (tokens += ids.length),
  });
  await model.generate({ ...inputs, max_new_tokens: task.maxTokens, do_sample: false, streamer });
  return { text: text.trim(), isCut: tokens >= task.maxTokens, tokens };
}

/** What each kind is given. */
async function inputsFor(
  processor: Processor,
  { kind, prompt }: CaptionTask,
  image: RawImage,
): Promise<Record<string, unknown>> {
  switch (kind) {
    case 'captioner': {
      const { pixel_values } = (await processor(image)) as { pixel_values: unknown };
      return { inputs: pixel_values };
    }
    case 'florence':
      return (await processor(image, prompt)) as Record<string, unknown>;
    case 'chat': {
      const content = [{ type: 'image' }, { type: 'text', text: prompt }];
      const asked = processor.apply_chat_template([{ role: 'user', content }] as never, {
        add_generation_prompt: true,
      });
      return (await processor(asked, [image], { do_image_splitting: false })) as Record<string, unknown>;
    }
  }
}

function rawImage({ data, width, height }: CaptionPixels): RawImage {
  return new RawImage(new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength), width, height, 3);
}
