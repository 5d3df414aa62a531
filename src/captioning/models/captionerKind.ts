/** How a model that writes sentences is put together, as its `config.json` names it. */
export type CaptionerKind = 'captioner' | 'florence' | 'chat';

/** How weights are stored, in the words of transformers.js. */
export type WeightType = 'q8' | 'uint8' | 'int8' | 'q4' | 'fp32';

/** The parts of each kind, each a file of its own in `onnx/`. */
export const partsOf: Readonly<Record<CaptionerKind, readonly string[]>> = {
  captioner: ['encoder_model', 'decoder_model_merged'],
  florence: ['vision_encoder', 'embed_tokens', 'encoder_model', 'decoder_model_merged'],
  chat: ['vision_encoder', 'embed_tokens', 'decoder_model_merged'],
};

/** Whether a kind answers whatever it is asked; the others only describe. */
export function followsPrompts(kind: CaptionerKind): boolean {
  return kind === 'chat';
}

const byModelType: Readonly<Record<string, CaptionerKind>> = {
  'vision-encoder-decoder': 'captioner',
  florence2: 'florence',
  smolvlm: 'chat',
  idefics3: 'chat',
};

/** The kind of a model by the `model_type` of its `config.json`; `undefined` where it cannot be run here. */
export function kindOfModelType(modelType: unknown): CaptionerKind | undefined {
  return typeof modelType === 'string' && Object.hasOwn(byModelType, modelType)
    ? byModelType[modelType]
    : undefined;
}
