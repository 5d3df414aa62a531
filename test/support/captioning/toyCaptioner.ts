import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { onnxFile } from './onnxFile.ts';

/** What the toy says of every image. */
export const toySentence = 'a lake in the evening';

const special = ['<s>', '</s>', '<unk>'];

/**
 * The files of a captioning model of a few kilobytes with the layout of a true one, by their paths. Its encoder takes the
 * mean colour of the image; its decoder is a table of which word follows which.
 */
export function toyCaptioner(sentence = toySentence): Map<string, Buffer> {
  const said = sentence.split(' ');
  const words = [...new Set([...special, ...said])];
  const json = (value: object): Buffer => Buffer.from(JSON.stringify(value));
  return new Map([
    ['config.json', json(config(words.length))],
    ['generation_config.json', json({ ...tokenIds, bos_token_id: 0, max_new_tokens: 20 })],
    ['preprocessor_config.json', json(preprocessor)],
    ['tokenizer.json', json(tokenizer(words))],
    ['tokenizer_config.json', json(tokenizerConfig)],
    ['onnx/encoder_model.onnx', encoder()],
    ['onnx/decoder_model_merged.onnx', decoder(words, ['<s>', ...said, '</s>'])],
  ]);
}

/** Writes the files of a model into a folder. */
export async function writeModel(folder: string, files: ReadonlyMap<string, Uint8Array>): Promise<void> {
  for (const [name, content] of files) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
  }
}

const tokenIds = { decoder_start_token_id: 0, eos_token_id: 1, pad_token_id: 1 };

function config(vocabulary: number): object {
  return {
    model_type: 'vision-encoder-decoder',
    is_encoder_decoder: true,
    ...tokenIds,
    encoder: { model_type: 'vit', hidden_size: 3 },
    decoder: {
      ...{ model_type: 'gpt2', n_head: 1, n_layer: 0, n_embd: 4, vocab_size: vocabulary },
      ...{ is_decoder: true, add_cross_attention: true, bos_token_id: 0, eos_token_id: 1 },
    },
  };
}

const preprocessor = {
  feature_extractor_type: 'ViTFeatureExtractor',
  image_processor_type: 'ViTFeatureExtractor',
  do_normalize: true,
  do_resize: true,
  image_mean: [0.5, 0.5, 0.5],
  image_std: [0.5, 0.5, 0.5],
  resample: 2,
  size: { height: 32, width: 32 },
};

const tokenizerConfig = {
  tokenizer_class: 'PreTrainedTokenizerFast',
  bos_token: '<s>',
  eos_token: '</s>',
  unk_token: '<unk>',
  pad_token: '</s>',
  clean_up_tokenization_spaces: false,
};

function tokenizer(words: readonly string[]): object {
  const plain = { single_word: false, lstrip: false, rstrip: false, normalized: false };
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: special.map((content, id) => ({ id, content, special: true, ...plain })),
    normalizer: null,
    pre_tokenizer: { type: 'Whitespace' },
    post_processor: null,
    decoder: null,
    model: {
      type: 'WordLevel',
      vocab: Object.fromEntries(words.map((word, id) => [word, id])),
      unk_token: '<unk>',
    },
  };
}

function encoder(): Buffer {
  return onnxFile({
    operations: [
      {
        type: 'ReduceMean',
        inputs: ['pixel_values'],
        outputs: ['mean'],
        attributes: [
          { name: 'axes', ints: [2, 3] },
          { name: 'keepdims', int: 0 },
        ],
      },
      { type: 'Unsqueeze', inputs: ['mean', 'one'], outputs: ['last_hidden_state'] },
    ],
    constants: [{ name: 'one', shape: [1], values: BigInt64Array.from([1n]) }],
    inputs: [{ name: 'pixel_values', type: 'float', shape: ['batch', 3, 'height', 'width'] }],
    outputs: [{ name: 'last_hidden_state', type: 'float', shape: ['batch', 1, 3] }],
  });
}

function decoder(words: readonly string[], sequence: readonly string[]): Buffer {
  const size = words.length;
  const follows = new Float32Array(size * size).fill(-10);
  for (const [place, word] of sequence.slice(1).entries())
    follows[words.indexOf(sequence[place] ?? '') * size + words.indexOf(word)] = 10;
  return onnxFile({
    operations: [{ type: 'Gather', inputs: ['follows', 'input_ids'], outputs: ['logits'] }],
    constants: [{ name: 'follows', shape: [size, size], values: follows }],
    inputs: [
      { name: 'input_ids', type: 'int64', shape: ['batch', 'length'] },
      { name: 'encoder_hidden_states', type: 'float', shape: ['batch', 1, 3] },
    ],
    outputs: [{ name: 'logits', type: 'float', shape: ['batch', 'length', size] }],
  });
}
