import { present } from '../../base/present.ts';
import { formFields, turnsWithForm } from './answerForm.ts';
import type { ApiFormat } from './apiFormat.ts';
import { conversationInput } from './conversationInput.ts';
import type { Question, SamplingParameters } from './question.ts';
import { mostImages, type Adaptation } from './recoveries.ts';
import { buildRequest, type RequestBody } from './request.ts';
import { toolFields } from './toolFields.ts';
import { withImages } from './turnImages.ts';

/**
 * The body of a question, to be answered in a stream where the server has one. A parameter that the person did not set is not in it.
 * @param origin decides by which name the length limit goes out first.
 */
export function questionRequest(
  api: ApiFormat,
  { model, turns, parameters = {}, schema, ...tools }: Question,
  origin: string,
  adaptations: ReadonlySet<Adaptation>,
): RequestBody {
  const sampling = without(parameters, adaptations);
  const stream = !adaptations.has('noStream');
  const usage = stream && api === 'chat.completions' && !adaptations.has('noStreamUsage');
  const shown = withImages(turns, mostImages(adaptations));
  return buildRequest(api, {
    model,
    args: {
      ...(stream ? { stream } : {}),
      ...(usage ? { stream_options: { include_usage: true } } : {}),
      ...present({ temperature: sampling.temperature, top_p: sampling.topP }),
      ...(sampling.maxOutputTokens === undefined
        ? {}
        : { [lengthField(api, origin, adaptations)]: sampling.maxOutputTokens }),
      ...(schema === undefined ? {} : formFields(api, schema, adaptations)),
      ...toolFields(api, tools, adaptations),
    },
    input: conversationInput(
      api,
      schema === undefined ? shown : turnsWithForm(shown, schema, adaptations),
      adaptations,
    ),
  });
}

function without(parameters: SamplingParameters, adaptations: ReadonlySet<Adaptation>): SamplingParameters {
  const { temperature, topP, ...rest } = parameters;
  return {
    ...rest,
    ...(temperature === undefined || adaptations.has('noTemperature') ? {} : { temperature }),
    ...(topP === undefined || adaptations.has('noTopP') ? {} : { topP }),
  };
}

/**
 * `max_tokens` is known everywhere but refused by OpenAI's reasoning models, `max_completion_tokens` is OpenAI's newer
 * name. The one that is likelier right goes first, the other after a refusal; never both.
 */
function lengthField(api: ApiFormat, origin: string, adaptations: ReadonlySet<Adaptation>): string {
  if (api === 'responses') return 'max_output_tokens';
  const newer = /\.(?:openai\.com|azure\.com)$/.test(new URL(origin).hostname);
  return newer !== adaptations.has('otherLengthField') ? 'max_completion_tokens' : 'max_tokens';
}
