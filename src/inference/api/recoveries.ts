import type { Remedy } from '../../base/remedies.ts';
import { isAboutModel, type ProviderFault } from '../faults/providerFault.ts';
import {
  imageLimit,
  isAboutAddress,
  isAboutAnswer,
  mayBeTooSmall,
  saidBy,
} from '../faults/refusalMeaning.ts';
import { hasCalls, hasSystemMessage, hasUserAfterTool } from './requestTurns.ts';
import { refusesCallId, refusesSystem, refusesTools } from '../faults/toolRefusal.ts';
import type { RequestBody } from './request.ts';
import type { ApiFormat } from './apiFormat.ts';
import { isNode, type SchemaNode } from '../../schema/schemaNode.ts';
import { counted, t } from '../../base/l10n.ts';

/** A way in which a request departs from its usual form, because a server would not take that. */
export type Adaptation =
  | 'chatInstead'
  | 'otherLengthField'
  | 'noTemperature'
  | 'noTopP'
  | 'noStreamUsage'
  /** The answer comes as a whole. */
  | 'noStream'
  /** The schema of an answer goes out as the person wrote it, not as strict mode wants it. */
  | 'notStrict'
  /** Only JSON is asked for by the API's means, its form in words. */
  | 'jsonObject'
  /** The form is asked for in words alone. */
  | 'noStructuredOutput'
  /** The same for one question, whose answer did not have the form. */
  | 'inWordsOnce'
  /** Nothing is changed: the answer was at fault. */
  | 'onceMore'
  /** Tiny images are enlarged. */
  | 'largerImages'
  /** What stands in system turns goes in front of what the person says next. */
  | 'systemInUser'
  /** Whether a tool is called is left to the model. */
  | 'noToolChoice'
  /** The model says a word between what tools gave back and what the person says next. */
  | 'replyAfterTools'
  /** Earlier calls have short ids of letters and digits. */
  | 'plainCallIds'
  /** Earlier calls carry the mark that says that their signature is not known. */
  | 'unsignedCalls'
  /** The model's turns carry its thoughts. */
  | 'thoughtsBack'
  /** So many images at most. */
  | `images:${number}`;

/** The images of a request. */
export interface RequestImages {
  /** How many there are. */
  sent: number;
  /** How many it has to have: without crops, and without those of earlier turns. */
  least: number;
  /** Whether one is too small for some servers. */
  areTiny: boolean;
}

/** A request that a server refused. */
export interface RefusedRequest {
  api: ApiFormat;
  body: RequestBody;
  images?: RequestImages | undefined;
}

/** One rung of the ladder: something that a request can go without, or say otherwise. */
export interface Recovery {
  /** The change; `images` for the number of images that the server names. */
  adaptation: Exclude<Adaptation, `images:${number}`> | 'images';
  /** Whether the request has what it would change. */
  concerns: (request: RefusedRequest) => boolean;
  /** Whether the server's words, or its status, are about it. */
  isMeant: (fault: ProviderFault, request: RefusedRequest) => boolean;
  /**
   * What of a request is doubted where the server does not say what it refuses; a request with the same that was answered
   * clears it. Absent where the change is made only if the server names what it is about.
   */
  feature?: (request: RefusedRequest) => string;
  /** A person set it: it is doubted only where the request is refused without all else, too. */
  isSet?: true;
  /** It holds for one question, and is not remembered. */
  once?: true;
  /** What the person is told with an answer that was made so; `original` is the request in its usual form. */
  notice?: (original: RefusedRequest, made: Adaptation) => string;
  /** How the person would have it from the start. */
  remedy?: Remedy;
}

/** The usage at the end of a chat stream is asked for by a field that old servers do not know. */
export const withoutStreamUsage: Recovery = {
  adaptation: 'noStreamUsage',
  concerns: ({ body }) => 'stream_options' in body,
  isMeant: fault => isRefusal(fault) && names(fault, 'stream_options'),
  feature: () => 'stream_options',
  notice: () =>
    t('This server does not count tokens in streamed answers, so the token usage may be missing.'),
};

/** OpenAI streams some models only to verified organizations. A message about a form and a stream is about both at once. */
export const withoutStream: Recovery = {
  adaptation: 'noStream',
  concerns: ({ body }) => body.stream === true,
  isMeant: fault => mayBeRefusal(fault) && isAboutStream(fault),
  feature: () => 'stream',
  notice: () => t('This server does not stream the answers of this model, so it came as a whole.'),
};

/** What servers want of a conversation otherwise; each is changed only where they say so. */
const conversationSteps: readonly Recovery[] = [
  {
    // Without a tool the answer is another one, but none is worse.
    adaptation: 'noToolChoice',
    concerns: ({ body }) => body.tool_choice === 'required',
    isMeant: fault => mayBeRefusal(fault) && !refusesTools(fault) && /tool choice/.test(saidBy(fault)),
    notice: () => t('This server cannot make the model call a tool, so the choice was left to the model.'),
  },
  {
    adaptation: 'systemInUser',
    concerns: ({ body }) => hasSystemMessage(body),
    isMeant: fault => mayBeRefusal(fault) && refusesSystem(fault),
    notice: () => t('This model does not support system messages; they were sent with the prompt.'),
  },
  {
    // Mistral: "Unexpected role 'user' after role 'tool'" (mistralai/mistral-vibe#578).
    adaptation: 'replyAfterTools',
    concerns: ({ body }) => hasUserAfterTool(body),
    isMeant: fault => mayBeRefusal(fault) && /role user after (?:role )?tool/.test(saidBy(fault)),
  },
  {
    // Ids that another provider made. Mistral: "must be a-z, A-Z, 0-9, with a length of 9"; OpenAI: "string too long".
    adaptation: 'plainCallIds',
    concerns: ({ body }) => hasCalls(body),
    isMeant: fault => mayBeRefusal(fault) && refusesCallId(fault),
  },
  {
    // Gemini 3 signs its calls (ai.google.dev/gemini-api/docs/thought-signatures).
    adaptation: 'unsignedCalls',
    concerns: ({ api, body }) => api === 'chat.completions' && hasCalls(body),
    isMeant: fault => mayBeRefusal(fault) && /thought ?signature/.test(saidBy(fault)),
  },
  {
    // DeepSeek and Kimi want thoughts back where tools were called (continuedev/continue#9831).
    adaptation: 'thoughtsBack',
    concerns: ({ api, body }) => api === 'chat.completions' && hasCalls(body),
    isMeant: fault => mayBeRefusal(fault) && /reasoning content/.test(saidBy(fault)),
  },
];

const inWords = (): string =>
  t(
    'This server does not support structured output; the schema was sent in the prompt and the answer is checked here.',
  );

/**
 * All that a request can go without, what is likeliest to be refused first. A server that names what it refuses is believed:
 * then that alone is left out. Else the request is made once without all of it, and the questions after it find out what it
 * was: see {@link Ladder}. What helped is remembered by `learned.ts`, and told where it makes a difference to the person.
 */
export const recoveries: readonly Recovery[] = [
  {
    // Servers that speak only chat answer 404, 405 or 501. One that does not know the model would not know it there.
    adaptation: 'chatInstead',
    concerns: ({ api }) => api === 'responses',
    isMeant: fault =>
      ([404, 405, 501].includes(fault.status ?? 0) || isAboutAddress(fault)) &&
      !isAboutModel(fault) &&
      !isAboutStream(fault) &&
      !refusesTools(fault),
    notice: () => t('This server does not offer the Responses API, so Chat Completions was used.'),
    remedy: { kind: 'chooseApiFormat' },
  },
  {
    // Models that cut images into patches end, or their server with them, where there is less than one.
    adaptation: 'largerImages',
    concerns: ({ images }) => images?.areTiny === true,
    isMeant: fault => mayBeRefusal(fault) && mayBeTooSmall(fault),
    notice: () => t('The image is too small for this server, so it was sent enlarged, on white.'),
  },
  {
    adaptation: 'images',
    concerns: ({ images }) => images !== undefined && images.least < images.sent,
    isMeant: (fault, { images }) => {
      const most = imageLimit(fault);
      return most !== undefined && images !== undefined && images.least <= most && most < images.sent;
    },
    notice: ({ images }, made) =>
      counted(
        mostOf(made),
        'This model takes at most {count} image in a request, so {count} of {sent} were sent.',
        'This model takes at most {count} images in a request, so {count} of {sent} were sent.',
        { sent: images?.sent ?? 0 },
      ),
  },
  {
    // Nothing is refused: the answer was not what the server was to hold it to.
    adaptation: 'onceMore',
    concerns: ({ body }) => formatOf(body) !== undefined,
    isMeant: isAboutAnswer,
    once: true,
    notice: () => t('The first answer did not match the schema; the model was asked again.'),
  },
  {
    adaptation: 'inWordsOnce',
    concerns: ({ body }) => formatOf(body) !== undefined,
    isMeant: isAboutAnswer,
    once: true,
    notice: () =>
      t(
        'No answer matched the schema as the server holds to it; it was asked for in words and is checked here.',
      ),
  },
  {
    adaptation: 'notStrict',
    concerns: ({ body }) => isStrict(body),
    isMeant: (fault, { body }) =>
      isAboutForm(fault, body) && /strict|invalid (?:json )?schema/.test(saidBy(fault)),
  },
  {
    adaptation: 'jsonObject',
    concerns: ({ body }) => formatOf(body)?.type === 'json_schema',
    isMeant: (fault, { body }) => isAboutForm(fault, body),
    notice: inWords,
  },
  {
    adaptation: 'noStructuredOutput',
    concerns: ({ body }) => formatOf(body) !== undefined,
    isMeant: (fault, { body }) => formatOf(body)?.type === 'json_object' && isAboutForm(fault, body),
    feature: ({ body }) => `form ${JSON.stringify(formatOf(body)).slice(0, 2000)}`,
    notice: inWords,
  },
  withoutStreamUsage,
  ...conversationSteps,
  {
    adaptation: 'otherLengthField',
    concerns: ({ body }) => 'max_tokens' in body || 'max_completion_tokens' in body,
    isMeant: (fault, { body }) =>
      ['max_tokens', 'max_completion_tokens'].some(field => field in body && refusesParameter(fault, field)),
  },
  {
    adaptation: 'noTemperature',
    concerns: ({ body }) => 'temperature' in body,
    isMeant: fault => refusesParameter(fault, 'temperature'),
    feature: () => 'temperature',
    isSet: true,
    notice: () => t('This model does not support the temperature that was given; it was not sent.'),
  },
  {
    adaptation: 'noTopP',
    concerns: ({ body }) => 'top_p' in body,
    isMeant: fault => refusesParameter(fault, 'top_p'),
    feature: () => 'top_p',
    isSet: true,
    notice: () => t('This model does not support the top_p that was given; it was not sent.'),
  },
  withoutStream,
];

/** How many images a request may have, as it was learned. */
export function mostImages(adaptations: ReadonlySet<Adaptation>): number {
  return Math.min(...[...adaptations].map(mostOf));
}

function mostOf(adaptation: Adaptation): number {
  return adaptation.startsWith('images:') ? Number(adaptation.slice('images:'.length)) : Infinity;
}

/** The change that a rung stands for; `undefined` where it needs the server's words, and they are not there. */
export function adaptationOf({ adaptation }: Recovery, fault?: ProviderFault): Adaptation | undefined {
  if (adaptation !== 'images') return adaptation;
  const most = fault === undefined ? undefined : imageLimit(fault);
  return most === undefined ? undefined : `images:${most}`;
}

/** What the person is told of the changes that were made to a request, each once. @param originals It in its usual form. */
export function noticesOf(
  steps: readonly Recovery[],
  made: ReadonlySet<Adaptation>,
  originals: readonly RefusedRequest[],
): Notice[] {
  const notices = new Map<string, Notice>();
  for (const { adaptation, concerns, notice, remedy } of steps) {
    const change = [...made].find(
      one => one === adaptation || (adaptation === 'images' && mostOf(one) < Infinity),
    );
    const original = originals.find(concerns);
    if (notice === undefined || change === undefined || original === undefined) continue;
    if (adaptation === 'images' && mostOf(change) >= (original.images?.sent ?? 0)) continue;
    const message = notice(original, change);
    notices.set(message, { message, ...(remedy === undefined ? {} : { remedy }) });
  }
  return [...notices.values()];
}

/** A note on what was changed to get an answer. */
export interface Notice {
  message: string;
  remedy?: Remedy;
}

/** How the answer's form is asked for, in either API. */
function formatOf({ text, response_format }: RequestBody): SchemaNode | undefined {
  const format = isNode(text) ? text.format : response_format;
  return isNode(format) ? format : undefined;
}

function isStrict(body: RequestBody): boolean {
  const format = formatOf(body);
  return format?.strict === true || (isNode(format?.json_schema) && format.json_schema.strict === true);
}

/**
 * Servers name the field, the kind of format, or the machinery behind it (grammars, guided decoding). OpenRouter says of all
 * parameters alike that no provider takes them, and the form is the only one by which it chooses.
 */
function isAboutForm(fault: ProviderFault, { stream }: RequestBody): boolean {
  const said = saidBy(fault);
  // "response_format does not support streaming": without the stream the form is taken.
  if (isAboutAnswer(fault) || (stream === true && isAboutStream(fault))) return false;
  return (
    mayBeRefusal(fault) &&
    /response ?format|json ?(?:schema|object|mode|output)|structured ?output|text\.format|schema|grammar|guided|requested parameters/.test(
      said,
    )
  );
}

function isAboutStream(fault: ProviderFault): boolean {
  return names(fault, 'stream') || names(fault, 'streaming');
}

/** A refusal of the request as it is. */
function isRefusal(fault: ProviderFault): boolean {
  return fault.status === undefined || fault.status === 400 || fault.status === 422;
}

/** The same, and what servers say that fail, or look for another one, where they have no way to refuse. */
function mayBeRefusal(fault: ProviderFault): boolean {
  return isRefusal(fault) || [403, 404, 415, 500, 501].includes(fault.status ?? 0);
}

/**
 * Whether the server will not take the parameter at all. A value out of its range is the person's to mend: dropping it
 * would hide the mistake.
 */
function refusesParameter(fault: ProviderFault, name: string): boolean {
  if (!mayBeRefusal(fault) || !names(fault, name)) return false;
  if (fault.code?.startsWith('unsupported') || fault.code?.startsWith('unknown_parameter')) return true;
  return !/too (?:large|small|high|low)|at (?:most|least)|(?:less|greater) than|between|range|maximum|minimum|exceed/i.test(
    fault.reason,
  );
}

/** Whether the server says what it is about, and that is nothing that could be left out: a value, or the question itself. */
export function namesAnother(fault: ProviderFault, { body }: RefusedRequest): boolean {
  if (/^(?:messages|input|model|image)/.test(fault.param ?? '')) return true;
  return valued.some(name => name in body && names(fault, name));
}

/** The parameters whose values a person chose. */
const valued = ['temperature', 'top_p', 'max_tokens', 'max_completion_tokens', 'max_output_tokens'];

function names({ param, reason }: ProviderFault, name: string): boolean {
  return param === name || new RegExp(`(?<![a-z_])${name}(?![a-z_])`, 'i').test(`${param ?? ''} ${reason}`);
}
