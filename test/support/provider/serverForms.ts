/** Answers and refusals in the forms of real servers, as their documents and public threads show them. */

/** One form, and what every surface makes of it. */
export interface ServerForm {
  /** The server, and what it is. */
  name: string;
  /** Where the form is shown. */
  source: string;
  api?: 'responses';
  /** 200 unless said otherwise. */
  status?: number;
  headers?: Record<string, string>;
  /** JSON, or the text of a page. */
  body: object | string;
  /** The text of the answer, or a part of the reason why there is none. */
  expected: { text: string } | { reason: string };
  /** It may well pass: a batch leaves the row pending. */
  passes?: true;
  /** Every further image would meet it: a run stops. */
  stops?: true;
}

const square = 'A red square.';
const openai = 'platform.openai.com/docs/api-reference';
const usage = { prompt_tokens: 12, completion_tokens: 7, total_tokens: 19 };
/** So that a server's fault is waited for a moment only. */
const soon = { 'retry-after-ms': '1' };

function chat(message: object, finish_reason = 'stop', more: object = {}): object {
  const choices = [{ index: 0, message: { role: 'assistant', ...message }, finish_reason }];
  return { id: 'c', object: 'chat.completion', created: 1, model: 'm', choices, usage, ...more };
}

function response(output: object[], more: object = {}): object {
  const counted = { input_tokens: 12, output_tokens: 7, total_tokens: 19 };
  return {
    id: 'r',
    object: 'response',
    status: 'completed',
    error: null,
    model: 'm',
    output,
    usage: counted,
    ...more,
  };
}

function message(text: string, more: object = {}): object {
  const content = [{ type: 'output_text', text, annotations: [] }];
  return { id: 'msg', type: 'message', role: 'assistant', status: 'completed', content, ...more };
}

const answered = { text: square };

const answers: ServerForm[] = [
  {
    name: 'OpenAI, a completion',
    source: `${openai}/chat/object`,
    body: chat({ content: square, refusal: null, annotations: [] }, 'stop', {
      service_tier: 'default',
      system_fingerprint: 'fp',
    }),
    expected: answered,
  },
  {
    name: 'Azure, with its filters',
    source: 'learn.microsoft.com/azure/ai-services/openai/concepts/content-filter',
    body: {
      ...chat({ content: square }),
      prompt_filter_results: [
        { prompt_index: 0, content_filter_results: { hate: { filtered: false, severity: 'safe' } } },
      ],
    },
    expected: answered,
  },
  {
    name: 'vLLM, with its thoughts',
    source: 'docs.vllm.ai/en/latest/features/reasoning_outputs',
    body: chat({ content: square, reasoning_content: 'It is red.', tool_calls: [] }, 'stop', {
      prompt_logprobs: null,
    }),
    expected: answered,
  },
  {
    name: 'OpenRouter, with reasoning',
    source: 'openrouter.ai/docs/api-reference/overview',
    body: { ...chat({ content: square, reasoning: 'Red?' }), provider: 'Novita' },
    expected: answered,
  },
  {
    name: 'ollama',
    source: 'github.com/ollama/ollama/blob/main/docs/openai.md',
    body: chat({ content: square }, 'stop', { system_fingerprint: 'fp_ollama' }),
    expected: answered,
  },
  {
    name: 'llama.cpp, with timings',
    source: 'github.com/ggml-org/llama.cpp/tree/master/tools/server',
    body: chat({ content: square }, 'stop', { timings: { prompt_n: 12, predicted_n: 7 } }),
    expected: answered,
  },
  {
    name: 'LM Studio',
    source: 'lmstudio.ai/docs/app/api/endpoints/openai',
    body: chat({ content: square, tool_calls: [] }, 'stop', { stats: {} }),
    expected: answered,
  },
  {
    name: 'Mistral, a list of parts',
    source: 'docs.mistral.ai/capabilities/reasoning',
    body: chat({ content: [{ type: 'text', text: square }] }),
    expected: answered,
  },
  {
    name: 'Magistral, thoughts among the parts',
    source: 'docs.mistral.ai/capabilities/reasoning',
    body: chat({
      content: [
        { type: 'thinking', thinking: [{ type: 'text', text: 'Red?' }] },
        { type: 'text', text: square },
      ],
    }),
    expected: answered,
  },
  {
    name: 'Groq',
    source: 'console.groq.com/docs/api-reference',
    body: chat({ content: square }, 'stop', { x_groq: { id: 'req' }, usage_breakdown: null }),
    expected: answered,
  },
  {
    name: 'Gemini by its OpenAI path',
    source: 'ai.google.dev/gemini-api/docs/openai',
    body: chat({ content: square, extra_content: { google: { thought_signature: 'x' } } }),
    expected: answered,
  },
  {
    name: 'DeepSeek, thoughts in the text',
    source: 'vllm-project/vllm#22507',
    body: chat({ content: '<think>\nRed?\n</think>\n\nA red square.' }),
    expected: answered,
  },
  {
    name: 'DashScope',
    source: 'help.aliyun.com/zh/model-studio/qwen-vl-compatible-with-openai',
    body: chat({ content: square, reasoning_content: '' }),
    expected: answered,
  },
  {
    name: 'Together, its own end',
    source: 'docs.together.ai/reference/chat-completions',
    body: chat({ content: square }, 'eos'),
    expected: answered,
  },
  {
    name: 'TGI, its own end',
    source: 'huggingface.co/docs/text-generation-inference/messages_api',
    body: chat({ content: square }, 'eos_token'),
    expected: answered,
  },
  {
    name: 'GLM, in a box',
    source: 'zai-org/GLM-V#79',
    body: chat({ content: '<|begin_of_box|>A red square.<|end_of_box|>' }),
    expected: answered,
  },
  {
    name: 'gpt-oss, its channels',
    source: 'NVIDIA/TensorRT-LLM#9256',
    body: chat({ content: '<|channel|>analysis<|message|>Red?<|channel|>final<|message|>A red square.' }),
    expected: answered,
  },
  {
    name: 'Kimi-VL',
    source: 'MoonshotAI/Kimi-VL#45',
    body: chat({ content: '◁think▷Red?◁/think▷A red square.' }),
    expected: answered,
  },
  {
    name: 'Phi, its end token',
    source: 'moltis-org/moltis#306',
    body: chat({ content: 'A red square.<|end|>' }),
    expected: answered,
  },
  {
    name: 'no usage at all',
    source: 'lm-sys/FastChat',
    body: { choices: [{ index: 0, message: { role: 'assistant', content: square }, finish_reason: 'stop' }] },
    expected: answered,
  },
  {
    name: 'a legacy text choice beside others',
    source: `${openai}/chat/object`,
    body: {
      ...chat({ content: square }),
      choices: [
        { index: 1, message: { content: 'Other.' }, finish_reason: 'stop' },
        { index: 0, message: { content: square }, finish_reason: 'stop' },
      ],
    },
    expected: answered,
  },
  {
    name: 'OpenAI, a response',
    source: `${openai}/responses/object`,
    api: 'responses',
    body: response([message(square)]),
    expected: answered,
  },
  {
    name: 'OpenAI, a response with reasoning',
    source: `${openai}/responses/object`,
    api: 'responses',
    body: response([
      { id: 'rs', type: 'reasoning', summary: [{ type: 'summary_text', text: 'Red?' }] },
      message(square),
    ]),
    expected: answered,
  },
  {
    name: 'OpenAI, the message twice',
    source: 'Effect-TS/effect#6178',
    api: 'responses',
    body: response([message(square), message(square)]),
    expected: answered,
  },
  {
    name: 'OpenAI, commentary before',
    source: 'openai/openai-agents-python#1531',
    api: 'responses',
    body: response([message('Looking.', { id: 'c', phase: 'commentary' }), message(square)]),
    expected: answered,
  },
];

const unfinished: ServerForm[] = [
  {
    name: 'OpenAI, cut by the limit',
    source: `${openai}/chat/object`,
    body: chat({ content: 'A red' }, 'length'),
    expected: { reason: 'length limit' },
  },
  {
    name: 'Gemini, its limit',
    source: 'ai.google.dev/api/generate-content#FinishReason',
    body: chat({ content: 'A red' }, 'MAX_TOKENS'),
    expected: { reason: 'length limit' },
  },
  {
    name: 'Azure, filtered',
    source: 'learn.microsoft.com/azure/ai-services/openai/concepts/content-filter',
    body: chat({ content: '' }, 'content_filter'),
    expected: { reason: 'content filter' },
  },
  {
    name: 'Gemini, for safety',
    source: 'ai.google.dev/api/generate-content#FinishReason',
    body: chat({ content: 'A' }, 'SAFETY'),
    expected: { reason: 'content filter' },
  },
  {
    name: 'Zhipu, sensitive',
    source: 'open.bigmodel.cn/dev/api',
    body: chat({ content: '' }, 'sensitive'),
    expected: { reason: 'content filter' },
  },
  {
    name: 'DeepSeek, out of machines',
    source: 'api-docs.deepseek.com/api/create-chat-completion',
    body: chat({ content: 'A red' }, 'insufficient_system_resource'),
    expected: { reason: 'was lost before the answer' },
  },
  {
    name: 'OpenAI, a refusal',
    source: `${openai}/chat/object`,
    body: chat({ content: null, refusal: 'I would rather not.' }),
    expected: { reason: 'refused to answer: I would rather not.' },
  },
  {
    name: 'a refusal in words',
    source: 'ProGamerGov/VLM-Captioning-Tools#3',
    body: chat({ content: "I'm sorry, but I can't identify people in images." }),
    expected: { reason: 'refused to answer' },
  },
  {
    name: 'a refusal in German',
    source: 'UKGovernmentBEIS/inspect_ai#3412',
    body: chat({ content: 'Es tut mir leid, aber dabei kann ich nicht helfen.' }),
    expected: { reason: 'refused to answer' },
  },
  {
    name: 'a refusal in Chinese',
    source: 'UKGovernmentBEIS/inspect_ai#3412',
    body: chat({ content: '抱歉，我无法协助处理这个请求。' }),
    expected: { reason: 'refused to answer' },
  },
  {
    name: 'no image came',
    source: 'openclaw/openclaw#44706',
    body: chat({ content: "I don't see any image attached to your message. Could you upload it?" }),
    expected: { reason: 'received no image' },
  },
  {
    name: 'no image came, in French',
    source: 'atomantic/PortOS#1228',
    body: chat({ content: 'Je ne vois aucune image jointe à votre message.' }),
    expected: { reason: 'received no image' },
  },
  {
    name: 'an empty answer',
    source: `${openai}/chat/object`,
    body: chat({ content: '' }),
    expected: { reason: 'an empty answer' },
  },
  {
    name: 'no content',
    source: 'BerriAI/litellm#34230',
    body: chat({ content: null }),
    expected: { reason: 'an empty answer' },
  },
  {
    name: 'the word null',
    source: 'BerriAI/litellm#34230',
    body: chat({ content: 'null' }),
    expected: { reason: 'an empty answer' },
  },
  {
    name: 'invisible characters',
    source: 'BerriAI/litellm#34230',
    body: chat({ content: '\u200B \u200B' }),
    expected: { reason: 'an empty answer' },
  },
  {
    name: 'thoughts alone',
    source: 'chatboxai/chatbox#2774',
    body: chat({ content: '<think>A cat?</think>' }),
    expected: { reason: 'reasoning but no answer' },
  },
  {
    name: 'OpenAI, an incomplete response',
    source: `${openai}/responses/object`,
    api: 'responses',
    body: response([message('A red')], {
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
    }),
    expected: { reason: 'length limit' },
  },
  {
    name: 'OpenAI, a filtered response',
    source: `${openai}/responses/object`,
    api: 'responses',
    body: response([message('A')], {
      status: 'incomplete',
      incomplete_details: { reason: 'content_filter' },
    }),
    expected: { reason: 'content filter' },
  },
  {
    name: 'OpenAI, a refusal in a response',
    source: `${openai}/responses/object`,
    api: 'responses',
    body: response([{ id: 'm', type: 'message', content: [{ type: 'refusal', refusal: 'No.' }] }]),
    expected: { reason: 'refused to answer: No.' },
  },
  {
    name: 'OpenAI, a response of nothing',
    source: `${openai}/responses/object`,
    api: 'responses',
    body: response([]),
    expected: { reason: 'an empty answer' },
  },
];

const error = (body: object): object => ({ error: body });

const refusals: ServerForm[] = [
  {
    name: 'OpenAI, a wrong key',
    source: 'platform.openai.com/docs/guides/error-codes',
    status: 401,
    body: error({
      message: 'Incorrect API key provided.',
      type: 'invalid_request_error',
      param: null,
      code: 'invalid_api_key',
    }),
    expected: { reason: 'rejected the key' },
    stops: true,
  },
  {
    name: 'Azure, a wrong key',
    source: 'cline/cline#444',
    status: 401,
    body: error({ code: '401', message: 'Access denied due to invalid subscription key.' }),
    expected: { reason: 'invalid subscription key' },
    stops: true,
  },
  {
    name: 'OpenRouter, no user',
    source: 'openrouter.ai/docs/api-reference/errors',
    status: 401,
    body: error({ message: 'User not found.', code: 401 }),
    expected: { reason: 'User not found.' },
    stops: true,
  },
  {
    name: 'OpenAI, a model that is not there',
    source: 'platform.openai.com/docs/guides/error-codes',
    status: 404,
    body: error({
      message: 'The model `m` does not exist or you do not have access to it.',
      type: 'invalid_request_error',
      code: 'model_not_found',
    }),
    expected: { reason: 'does not know this model' },
    stops: true,
  },
  {
    name: 'ollama, a model that is not pulled',
    source: 'github.com/ollama/ollama/blob/main/docs/api.md',
    status: 404,
    body: error({ message: 'model "m" not found, try pulling it first', type: 'api_error' }),
    expected: { reason: 'try pulling it first' },
    stops: true,
  },
  {
    name: 'DeepSeek, no balance',
    source: 'api-docs.deepseek.com/quick_start/error_codes',
    status: 402,
    body: error({ message: 'Insufficient Balance', type: 'unknown_error', code: 'invalid_request_error' }),
    expected: { reason: 'no quota or credit left' },
    stops: true,
    passes: true,
  },
  {
    name: 'OpenRouter, no credits',
    source: 'openrouter.ai/docs/api-reference/errors',
    status: 402,
    body: error({ message: 'This request requires more credits.', code: 402 }),
    expected: { reason: 'requires more credits' },
    stops: true,
    passes: true,
  },
  {
    name: 'OpenAI, no quota',
    source: 'platform.openai.com/docs/guides/error-codes',
    status: 429,
    body: error({
      message: 'You exceeded your current quota.',
      type: 'insufficient_quota',
      code: 'insufficient_quota',
    }),
    expected: { reason: 'exceeded your current quota' },
    stops: true,
    passes: true,
  },
  {
    name: 'Anthropic, no credit',
    source: 'docs.anthropic.com/en/api/errors',
    status: 400,
    body: {
      type: 'error',
      error: { type: 'invalid_request_error', message: 'Your credit balance is too low to access the API.' },
    },
    expected: { reason: 'credit balance is too low' },
    stops: true,
    passes: true,
  },
  {
    name: 'a limit that ends in hours',
    source: 'google-gemini/gemini-cli#8414',
    status: 429,
    headers: { 'retry-after': '21600' },
    body: error({ message: 'Daily limit reached.' }),
    expected: { reason: 'Daily limit reached.' },
    stops: true,
    passes: true,
  },
  {
    name: 'Azure, its filter',
    source: 'continuedev/continue#798',
    status: 400,
    body: error({
      code: 'content_filter',
      message:
        "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
      innererror: { code: 'ResponsibleAIPolicyViolation' },
    }),
    expected: { reason: 'content filter of Test Provider blocked' },
  },
  {
    name: 'OpenRouter, moderation',
    source: 'openrouter.ai/docs/api-reference/errors',
    status: 403,
    body: error({ code: 403, message: 'Your input was flagged', metadata: { reasons: ['violence'] } }),
    expected: { reason: 'flagged' },
  },
  {
    name: 'OpenAI, too long',
    source: 'platform.openai.com/docs/guides/error-codes',
    status: 400,
    body: error({
      message: "This model's maximum context length is 128000 tokens.",
      code: 'context_length_exceeded',
    }),
    expected: { reason: 'maximum context length' },
  },
  {
    name: 'vLLM, too long',
    source: 'vllm-project/vllm#13513',
    status: 400,
    body: {
      object: 'error',
      message: 'The prompt is too long: maximum context length is 4096 tokens.',
      type: 'BadRequestError',
      code: 400,
    },
    expected: { reason: 'maximum context length is 4096' },
  },
  {
    name: 'OpenAI, an image that is none',
    source: 'community.openai.com',
    status: 400,
    body: error({
      message: 'You uploaded an unsupported image. Please make sure your image is valid.',
      code: 'invalid_image',
    }),
    expected: { reason: 'make sure your image is valid' },
  },
  {
    name: 'FastAPI, a list of details',
    source: 'fastapi.tiangolo.com/tutorial/handling-errors',
    status: 422,
    body: {
      detail: [{ loc: ['body', 'messages', 0], msg: 'Input should be a valid string', type: 'string_type' }],
    },
    expected: { reason: 'Input should be a valid string' },
  },
  {
    name: 'RFC 9457',
    source: 'rfc-editor.org/rfc/rfc9457',
    status: 400,
    body: { type: 'about:blank', title: 'Bad picture', detail: 'It has no pixels.' },
    expected: { reason: 'It has no pixels.' },
  },
  {
    name: 'Django, errors by field',
    source: 'django-rest-framework.org/api-guide/exceptions',
    status: 400,
    body: { errors: { image: ['Is not one.'] } },
    expected: { reason: 'Is not one.' },
  },
  {
    name: 'LiteLLM, JSON in its words',
    source: 'BerriAI/litellm',
    status: 400,
    body: error({
      message: 'litellm.BadRequestError: OpenAIException - {"error":{"message":"Invalid picture."}}',
    }),
    expected: { reason: 'Invalid picture.' },
  },
  {
    name: 'nginx, too large',
    source: 'bespokelabsai/curator#610',
    status: 413,
    headers: { 'content-type': 'text/html' },
    body: '<html><head><title>413 Request Entity Too Large</title></head></html>',
    expected: { reason: 'too large for Test Provider' },
  },
  {
    name: 'OpenAI, a fault',
    source: 'platform.openai.com/docs/guides/error-codes',
    status: 500,
    headers: soon,
    body: error({ message: 'The server had an error while processing your request.', type: 'server_error' }),
    expected: { reason: 'had an error while processing' },
    passes: true,
  },
  {
    name: 'OpenAI, overloaded',
    source: 'platform.openai.com/docs/guides/error-codes',
    status: 503,
    headers: soon,
    body: error({ message: 'The engine is currently overloaded.' }),
    expected: { reason: 'currently overloaded' },
    passes: true,
  },
  {
    name: 'Anthropic, overloaded',
    source: 'docs.anthropic.com/en/api/errors',
    status: 529,
    headers: soon,
    body: { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
    expected: { reason: 'Overloaded' },
    passes: true,
  },
  {
    name: 'Cloudflare, a page',
    source: 'developers.cloudflare.com/support/troubleshooting',
    status: 502,
    headers: { ...soon, 'content-type': 'text/html' },
    body: '<!doctype html><title>502 Bad Gateway</title>',
    expected: { reason: '502' },
    passes: true,
  },
  {
    name: 'an error with status 200',
    source: 'anomalyco/opencode#50871',
    headers: soon,
    body: error({ message: 'upstream is down', code: 'bad_gateway' }),
    expected: { reason: 'upstream is down' },
    passes: true,
  },
  {
    name: 'a detail with status 200',
    source: 'nashsu/llm_wiki#619',
    headers: soon,
    body: { detail: 'Not today.' },
    expected: { reason: 'Not today.' },
    passes: true,
  },
  {
    name: 'an error as the answer',
    source: 'BerriAI/litellm#34230',
    body: chat({ content: '{"error":{"message":"quota of the upstream is used up","code":"bad_gateway"}}' }),
    expected: { reason: 'quota of the upstream' },
    passes: true,
  },
  {
    name: 'OpenAI, a response that failed',
    source: `${openai}/responses/object`,
    api: 'responses',
    body: response([], { status: 'failed', error: { code: 'server_error', message: 'It broke.' } }),
    expected: { reason: 'It broke.' },
    passes: true,
  },
  {
    name: 'OpenRouter, an error as the end',
    source: 'openrouter.ai/docs/api-reference/errors',
    body: chat({ content: 'A red' }, 'error'),
    expected: { reason: 'ended the answer with an error' },
    passes: true,
  },
];

/** All of them. */
export const serverForms: readonly ServerForm[] = [...answers, ...unfinished, ...refusals];
