import { noAnswer, type ProviderFault } from './providerFault.ts';

/** Characters of a reason that are looked at. */
const mostLookedAt = 2000;

/** Everything that a server said in words, in plain lower case: no quotation marks, `_` and `-` as blanks. */
export function saidBy({ code, param, reason }: ProviderFault): string {
  return [code, param, reason.slice(0, mostLookedAt)]
    .filter(Boolean)
    .join(' ')
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll("n't ", ' not ')
    .replaceAll(/["'`“”()]/g, '')
    .replaceAll(/[\s_-]+/g, ' ');
}

/**
 * What servers say where a model does not support images. llama.cpp: "image input is not supported - hint: … mmproj";
 * Ollama: "this model is missing data required for image input"; vLLM: "… is not a multimodal model", "At most 0
 * image(s)"; OpenAI: "image_url is only supported by certain models"; DeepSeek: "unknown variant `image_url`, expected
 * `text`", "invalid type: sequence, expected a string"; OpenRouter: "No endpoints found that support image input"; Groq:
 * "content must be a string"; Bedrock: "doesn't support the image content block".
 */
const imagesUnsupported: readonly string[] = [
  ...['not support image', 'not support the image', 'not support any image', 'not support vision'],
  ...['not support multimodal', 'not support multi modal', 'not support visual'],
  ...['image input is not', 'image inputs are not', 'image input not', 'images are not supported'],
  ...[
    'image input modality is not',
    'vision is not supported',
    'vision is not enabled',
    'vision not supported',
  ],
  ...['multimodal is not supported', 'multimodal input is not', 'multi modal input is not'],
  ...['image url is not supported', 'image url not supported', 'image url is only supported'],
  ...['not a multimodal', 'not a multi modal', 'not multimodal', 'not a vision', 'not vision capable'],
  ...['no endpoints found that support image', 'mmproj', 'data required for image input'],
  ...['at most 0 image', 'maximum of 0 image', 'up to 0 image', 'only supports text', 'only support text'],
  ...['only accepts text', 'text only model', 'supports text only', 'content must be a string'],
  ...['unknown variant image url', 'invalid type: sequence, expected a string'],
  ...['unexpected item type in content', 'unsupported content part', 'unsupported content type: image'],
  ...['不支持图', '不支持圖', '不支持多模态', '不支持视觉'],
];

/** Words that tell of one image alone: its format or its size. */
const aboutOneImage: readonly string[] = [
  ...[
    'image format',
    'image type',
    'media type',
    'image size',
    'image of this',
    'images larger',
    'images of',
  ],
  ...['images with', 'images over', 'images above', 'images smaller', 'images below', 'images that'],
  ...['image with', 'image larger', 'image smaller', 'image dimension', 'image resolution', 'image mime'],
];

/** Whether the model, or the server for this model, does not support images at all: then no image is described. */
export function refusesImages(fault: ProviderFault): boolean {
  if (![undefined, 400, 404, 415, 422, 500, 501, 503].includes(fault.status)) return false;
  const stated = saidBy(fault);
  return (
    imagesUnsupported.some(words => stated.includes(words)) &&
    !aboutOneImage.some(words => stated.includes(words))
  );
}

/** Words that a limit of images comes with. */
const limits: readonly string[] = [
  ...[
    'at most',
    'up to',
    'maximum',
    'too many',
    'more than',
    'limit',
    'exceed',
    'fewer',
    'allowed',
    'max is',
  ],
  ...['only one', 'only 1', 'only supports one', 'only support one', 'single image', 'one image'],
];

/**
 * How many images a request may have at most, where the server refused it because of them: "At most 1 image(s) may be
 * provided", "up to 5 images", "supports a maximum of 10 images", "only supports one image". 1 where it names no number.
 */
export function imageLimit(fault: ProviderFault): number | undefined {
  if (![undefined, 400, 413, 422, 500].includes(fault.status)) return undefined;
  const words = saidBy(fault)
    .split(/[\s,.;:]+/)
    .slice(0, 300);
  const stated = words.join(' ');
  if (!/\bimages?\b/.test(stated) || !limits.some(limit => stated.includes(limit))) return undefined;
  if (/\b(?:pixels?|bytes|tokens?|size|resolution|dimensions?)\b|\d ?[kmg]i?b\b/.test(stated))
    return undefined;
  // Not the one of "in one prompt".
  const isOneImage = (word: string, at: number): boolean =>
    ['one', 'single'].includes(word) && words[at + 1]?.startsWith('image') === true;
  const numbers = words.flatMap((word, at) =>
    /^\d{1,4}$/.test(word) ? [Number(word)] : isOneImage(word, at) ? [1] : [],
  );
  // "11 images were provided, but the model supports a maximum of 10": the smaller is the limit; a status may be among them.
  const named = numbers.filter(number => number > 0 && number !== fault.status);
  return named.length > 0 ? Math.min(...named) : 1;
}

/** Words of servers that read an image into too few patches, and of those that end with it or do not know why they failed. */
const tooSmall: readonly string[] = [
  ...['too small', 'must be larger than', 'must be at least', 'at least', 'minimum', 'larger than factor'],
  ...[
    'image size',
    'dimension',
    'resolution',
    'restrictions',
    'model runner',
    'runner process',
    'unexpectedly',
  ],
  ...[
    'internal server error',
    'internal error',
    'crash',
    'panic',
    'engine',
    'terminated',
    'exited',
    'killed',
  ],
  ...['tensor', 'shape', 'patch', 'assert', 'division by zero', 'segmentation', 'signal', 'eof'],
];

/** Whether a refusal may be about the size of a tiny image. */
export function mayBeTooSmall(fault: ProviderFault): boolean {
  const stated = saidBy(fault);
  return stated === '' || tooSmall.some(words => stated.includes(words));
}

/** Whether the model's answer did not have the form that the server was to hold it to: Groq's `json_validate_failed`. */
export function isAboutAnswer(fault: ProviderFault): boolean {
  const stated = saidBy(fault);
  return ['json validate failed', 'failed generation', 'failed to generate json', 'failed to validate json']
    .concat([
      'failed to generate valid json',
      'did not match the schema',
      'does not match the expected schema',
    ])
    .some(words => stated.includes(words));
}

/** Whether the server does not have this address. LM Studio says so with status 200. */
export function isAboutAddress(fault: ProviderFault): boolean {
  const stated = saidBy(fault);
  if (fault.status === 404 && ['not found', '404 not found'].includes(stated.trim())) return true;
  return [
    'unexpected endpoint',
    'unknown endpoint',
    'unknown url',
    'unknown path',
    'invalid url',
    'cannot post',
  ]
    .concat(['no such endpoint', 'no such address', 'no route', 'unknown route', 'endpoint not found'])
    .concat(['page not found', 'method not allowed', 'not a valid endpoint', 'unsupported endpoint'])
    .some(words => stated.includes(words));
}

/** Whether the provider's filter blocked the request for what is in it. */
export function isAboutContent(fault: ProviderFault): boolean {
  return /content ?(?:filter|policy|management)|responsible ?ai|moderation/.test(saidBy(fault));
}

/** Whether the request is longer than the model allows. */
export function isAboutLength(fault: ProviderFault): boolean {
  return /context (?:length|window|size|limit)|maximum context|too many tokens|prompt is too long|maximum prompt length|number of tokens allowed|\bn ctx\b|model token limit|range of input length/.test(
    saidBy(fault),
  );
}

/** Whether it is this image that the server cannot read. */
export function isAboutImageData(fault: ProviderFault): boolean {
  return (
    /\bimages?\b/.test(saidBy(fault)) &&
    /invalid image|valid image|corrupt|damaged|broken|decod|truncated|unsupported image|cannot identify|could not process|unable to process|failed to load|failed to process|invalid base64/.test(
      saidBy(fault),
    )
  );
}

/** Whether it is about the key, or what it may do. */
export function isAboutKey(fault: ProviderFault): boolean {
  return /api key|unauthori[sz]ed|authenticat|permission|forbidden|credentials/.test(saidBy(fault));
}

/** Whether it is no refusal: what came is none of the answers that this API has. */
export function isNoAnswer({ isInside, reason }: ProviderFault): boolean {
  return isInside === true && reason.startsWith(noAnswer);
}

/** Words of a server that would take the same request at another time. */
export function isPassingFault(fault: ProviderFault): boolean {
  return /overload|capacity|temporar|try again|unavailable|rate limit|too many requests|time ?out|timed out|loading model|model is loading|out of memory|quota|billing|credit/.test(
    saidBy(fault),
  );
}
