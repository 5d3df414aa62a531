/** How a family of models marks its thoughts where the server passes them on as part of the answer. */
export interface ThoughtMarks {
  /** Begin thoughts at the start of an answer, or of a line in it. */
  opens: readonly string[];
  /** End them. */
  closes: readonly string[];
  /** Plain words, which begin thoughts only where those are also ended. */
  inWords?: true;
  /** Where nothing opened them, `closes` ends thoughts only in an answer that begins so; `false`: in none. */
  endsAlone?: string | false;
}

/**
 * The families. To add one, add a line. Sources: the chat templates and tokenizer files of the models, the lists of
 * reasoning parsers of vLLM (docs.vllm.ai/en/latest/features/reasoning_outputs) and SGLang
 * (docs.sglang.io/docs/advanced_features/separate_reasoning), and the threads that are named.
 */
export const thoughtMarks: readonly ThoughtMarks[] = [
  // DeepSeek R1, Qwen 3, QwQ, GLM, MiniMax, Hunyuan, ERNIE, Granite 3.3, Nemotron and most others. Where the template
  // opens the thoughts, only their end comes: vllm-project/vllm#22507.
  ...['think', 'thinking', 'thought', 'thoughts', 'reasoning', 'reflection', 'scratchpad', 'REASONING'].map(
    tag,
  ),
  tag('seed:think'), // ByteDance Seed-OSS
  tag('antThinking'), // prompts made for Claude
  { opens: ['◁think▷'], closes: ['◁/think▷'] }, // MoonshotAI/Kimi-VL#45
  { opens: ['[THINK]'], closes: ['[/THINK]'] }, // Magistral, Ministral: waybarrios/vllm-mlx#599
  { opens: ['<|START_THINKING|>'], closes: ['<|END_THINKING|>'] }, // Cohere Command A
  { opens: ['<|inner_prefix|>'], closes: ['<|inner_suffix|>'] }, // Apertus
  { opens: ['<|channel>thought', '<|channel>'], closes: ['<channel|>'] }, // Gemma 4: vllm-project/vllm#49955
  { opens: ['<unused94>thought', '<unused94>'], closes: ['<unused95>'] }, // MedGemma 1.5
  { opens: ['<|begin|>assistant<|think|>', '<|think|>'], closes: ['<|end|>'], endsAlone: false }, // Solar Open
  {
    // The Harmony format of gpt-oss: github.com/openai/harmony, NVIDIA/TensorRT-LLM#9256
    opens: ['analysis', 'commentary'].flatMap(name => [
      `<|channel|>${name}<|message|>`,
      `<|channel|>${name}`,
    ]),
    closes: [
      ...['<|end|><|start|>assistant<|channel|>final', '<|start|>assistant<|channel|>final'],
      ...['<|channel|>final', '<|end|>'],
    ],
  },
  // The same where the server drops its special tokens.
  { opens: [], closes: ['assistantfinal'], endsAlone: 'analysis' },
  {
    // IBM Granite 3.2
    opens: ['Here is my thought process:', "Here's my thought process:"],
    closes: ['Here is my response:', "Here's my response:"],
    inWords: true,
    endsAlone: false,
  },
  { opens: ['<details type="reasoning"'], closes: ['</details>'], endsAlone: false }, // Open WebUI
];

/** What some put around the answer itself, after their thoughts. */
export const wrappers: readonly (readonly [open: string, close: string])[] = [
  ...['answer', 'response', 'output', 'CONCLUSION'].map(
    name => [`<${name}>`, `</${name}>`] as const, // Hunyuan, GLM-4.1V, Granite 3.3, ERNIE, Reflection, LLaVA-CoT
  ),
  ['<|START_RESPONSE|>', '<|END_RESPONSE|>'], // Cohere
];

/** What stands before an answer where a template's own tokens are passed on. */
export const beginTokens: readonly string[] = [
  ...['<s>', '<bos>', '<|begin_of_text|>', '<|startoftext|>', '<｜begin▁of▁sentence｜>', '<|content|>'],
  ...['<|channel|>final', '<|message|>', '<|constrain|>json', '<|constrain|>JSON', '<|im_middle|>'],
];

/** What hands the turn to somebody: before an answer it is dropped, and so is all that follows it after an answer's end. */
export const turnTokens: readonly string[] = [
  ...['<|im_start|>assistant', '<|im_start|>user', '<|im_start|>system', '<|im_start|>'],
  ...['<|im_assistant|>assistant', '<|im_assistant|>', '<|im_user|>', '<|im_system|>'],
  ...['<|start_header_id|>assistant<|end_header_id|>', '<|start_header_id|>user<|end_header_id|>'],
  ...['<|header_start|>assistant<|header_end|>', '<|header_start|>user<|header_end|>'],
  ...['<start_of_turn>model', '<start_of_turn>user', '<|turn>model', '<|turn>user'],
  ...['<|assistant|>', '<|user|>', '<|system|>', '<|observation|>', '<｜Assistant｜>', '<｜User｜>'],
  ...['<|start|>assistant', '<|start|>user', '<|begin|>assistant', '<|begin|>user', '[|assistant|]'],
  ...['<|START_OF_TURN_TOKEN|>', '<|CHATBOT_TOKEN|>', '<|USER_TOKEN|>', '[INST]'],
];

/**
 * What ends an answer: moltis-org/moltis#306, Blaizzy/mlx-vlm#1932 (Idefics 3, SmolVLM, Kimi-VL), vllm-project/vllm#49955
 * (Gemma 4), vllm-project/vllm#46224.
 */
export const endTokens: readonly string[] = [
  ...['<|im_end|>', '<|im_sep|>', '<|endoftext|>', '<|end_of_text|>', '<|end|>', '<|return|>', '<|call|>'],
  ...[
    '<|eot_id|>',
    '<|eom_id|>',
    '<|eot|>',
    '<|eom|>',
    '</s>',
    '<eos>',
    '<|eos|>',
    '<EOS>',
    '[EOS]',
    '[EOT]',
  ],
  ...['<end_of_turn>', '<turn|>', '<end_of_utterance>', '<|end_of_turn|>', '<｜end▁of▁sentence｜>'],
  ...['<|END_OF_TURN_TOKEN|>', '[|endofturn|]', '<|endofassistant|>', '<|end_of_sentence|>', '<|user|>'],
  ...['<|observation|>', '<|im_assistant|>', '<|im_user|>', '<pad>', '<|pad|>', '[PAD]', '[/INST]'],
];

/** What stands around a part of an answer, and is dropped wherever it does: zai-org/GLM-V#79. */
export const boxTokens: readonly string[] = ['<|begin_of_box|>', '<|end_of_box|>'];

/** A tag in the spellings in use. */
function tag(name: string): ThoughtMarks {
  const names = [name, name.charAt(0).toUpperCase() + name.slice(1), name.toUpperCase()];
  const spellings = [...new Set(names)];
  return { opens: spellings.map(one => `<${one}>`), closes: spellings.map(one => `</${one}>`) };
}
