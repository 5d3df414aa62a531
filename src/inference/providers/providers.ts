import type { Provider } from './provider.ts';

export { providerFromSetting } from './customProvider.ts';

/** The describer inside Sightline, which measures pictures and sends nothing; with the one model it has. */
export const offlineProvider: Provider & { model: string } = {
  id: 'offline',
  label: 'Offline Describer',
  // Never looked up: the describer stands in place of the network. It is part of what a run asks: answers from before the
  // describer recognised anything, and of one that may not, are answers to another question.
  baseURL: 'http://recognition.sightline.invalid/v1',
  api: 'responses',
  needsKey: false,
  takesImages: true,
  local: false,
  model: 'offline-describer',
};

/** The captioning models that were downloaded to this machine and run here. */
export const thisMachineProvider: Provider = {
  id: 'this-machine',
  label: 'On This Machine',
  // Never looked up, either.
  baseURL: 'http://this-machine.sightline.invalid/v1',
  api: 'chat.completions',
  needsKey: false,
  takesImages: true,
  local: false,
};

/** Providers inside Sightline: they have neither address nor key, and take an image whole. */
const builtIn: readonly Provider[] = [offlineProvider, thisMachineProvider];

/** Whether a provider, by its id, is one inside Sightline. */
export function isBuiltIn(id: string): boolean {
  return builtIn.some(provider => provider.id === id);
}

/** Where the describer stands while it may only measure, as it did up to version 0.2. */
export const measuringURL = 'http://offline.sightline.invalid/v1';

/** What all providers of the web have in common; the format is the one that each documents first. */
const remote = { api: 'chat.completions', needsKey: true, takesImages: true, local: false } as const;

/** Servers on this machine. They speak Responses only in newer versions, chat in all. */
const local = { api: 'chat.completions', needsKey: false, takesImages: true, local: true } as const;

/**
 * The providers that Sightline knows, by their public documentation: the OpenAI-compatible address, the environment
 * variable that their own clients read, the page where a key is made, whether they download images at web addresses, the port
 * that a local server takes by default.
 */
export const knownProviders: readonly Provider[] = [
  ...builtIn,
  {
    ...remote,
    id: 'openai',
    fetchesImages: true,
    label: 'OpenAI',
    baseURL: 'https://api.openai.com/v1',
    api: 'responses',
    keyVariable: 'OPENAI_API_KEY',
    keyPage: 'https://platform.openai.com/api-keys',
  },
  {
    ...remote,
    id: 'azure',
    fetchesImages: true,
    label: 'Azure OpenAI',
    // Every resource has its own: https://RESOURCE.openai.azure.com/openai/v1, where the key goes as a bearer token.
    baseURL: '',
    api: 'responses',
    keyVariable: 'AZURE_OPENAI_API_KEY',
    keyPage: 'https://ai.azure.com',
  },
  {
    ...remote,
    id: 'openrouter',
    fetchesImages: true,
    label: 'OpenRouter',
    baseURL: 'https://openrouter.ai/api/v1',
    keyVariable: 'OPENROUTER_API_KEY',
    keyPage: 'https://openrouter.ai/settings/keys',
  },
  {
    ...remote,
    id: 'gemini',
    label: 'Google Gemini',
    baseURL: 'https://generativelanguage.googleapis.com/v1beta/openai',
    keyVariable: 'GEMINI_API_KEY',
    keyPage: 'https://aistudio.google.com/apikey',
  },
  {
    ...remote,
    id: 'anthropic',
    label: 'Anthropic',
    baseURL: 'https://api.anthropic.com/v1',
    keyVariable: 'ANTHROPIC_API_KEY',
    keyPage: 'https://console.anthropic.com/settings/keys',
  },
  {
    ...remote,
    id: 'mistral',
    fetchesImages: true,
    label: 'Mistral',
    baseURL: 'https://api.mistral.ai/v1',
    keyVariable: 'MISTRAL_API_KEY',
    keyPage: 'https://console.mistral.ai/api-keys',
  },
  {
    ...remote,
    id: 'groq',
    fetchesImages: true,
    label: 'Groq',
    baseURL: 'https://api.groq.com/openai/v1',
    keyVariable: 'GROQ_API_KEY',
    keyPage: 'https://console.groq.com/keys',
  },
  {
    ...remote,
    id: 'together',
    fetchesImages: true,
    label: 'Together AI',
    baseURL: 'https://api.together.xyz/v1',
    keyVariable: 'TOGETHER_API_KEY',
    keyPage: 'https://api.together.ai/settings/api-keys',
  },
  {
    ...remote,
    id: 'xai',
    fetchesImages: true,
    label: 'xAI',
    baseURL: 'https://api.x.ai/v1',
    keyVariable: 'XAI_API_KEY',
    keyPage: 'https://console.x.ai',
  },
  {
    ...remote,
    id: 'deepseek',
    label: 'DeepSeek',
    baseURL: 'https://api.deepseek.com/v1',
    keyVariable: 'DEEPSEEK_API_KEY',
    keyPage: 'https://platform.deepseek.com/api_keys',
    takesImages: false,
  },
  {
    ...remote,
    id: 'fireworks',
    fetchesImages: true,
    label: 'Fireworks AI',
    baseURL: 'https://api.fireworks.ai/inference/v1',
    keyVariable: 'FIREWORKS_API_KEY',
    keyPage: 'https://app.fireworks.ai/settings/users/api-keys',
  },
  { ...local, id: 'ollama', label: 'Ollama', baseURL: 'http://localhost:11434/v1' },
  { ...local, id: 'lmstudio', label: 'LM Studio', baseURL: 'http://localhost:1234/v1' },
  { ...local, id: 'llamacpp', label: 'llama.cpp', baseURL: 'http://localhost:8080/v1' },
  { ...local, id: 'vllm', label: 'vLLM', baseURL: 'http://localhost:8000/v1' },
];
