import type { AnswerSchema } from './answerSchema.ts';
import { t } from '../base/l10n.ts';

/** A form that comes with Sightline. */
export interface BuiltInSchema {
  /** Stable, for settings and the command line. */
  id: string;
  name: string;
  /** One line: what is asked for. */
  help: string;
  /** The prompt that goes with it. */
  prompt: string;
  form: AnswerSchema;
  /** It is of use only with a list of classes: `withVocabulary`. */
  needsVocabulary: boolean;
}

const text = (description: string, limits: object = {}): object => ({
  type: 'string',
  description,
  ...limits,
});
const textOrNull = (description: string): object => ({ type: ['string', 'null'], description });
const list = (items: object, description: string): object => ({ type: 'array', items, description });
const oneOf = (values: readonly string[], description: string): object => ({
  type: 'string',
  enum: values,
  description,
});

/** An object as strict mode wants it: all of these properties and no others. */
function object(properties: Record<string, object>, more: object = {}): Record<string, unknown> {
  return {
    type: 'object',
    ...more,
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  };
}

const caption = text('One or two sentences on what the picture shows.');
const tags = list({ type: 'string' }, 'Five to fifteen keywords, lower case, the most important first.');

/** What can go wrong with a picture. */
const problems = [
  ...['blurred', 'noisy', 'overexposed', 'underexposed', 'low contrast', 'compression artefacts'],
  ...['subject cut off', 'subject hidden', 'tilted', 'watermark', 'duplicate frame or border', 'other'],
];

/** The forms that come with Sightline; each fits the strict modes of the APIs. */
export const builtInSchemas: readonly BuiltInSchema[] = [
  {
    id: 'caption-tags',
    get name() {
      return t('Caption and tags');
    },
    get help() {
      return t('A caption of one or two sentences, and keywords.');
    },
    prompt: 'Describe this picture in a caption, and give keywords for it. Name only what can be seen.',
    form: { name: 'caption_and_tags', schema: object({ caption, tags }) },
    needsVocabulary: false,
  },
  {
    id: 'caption-tags-objects-text',
    get name() {
      return t('Caption, tags, objects, text');
    },
    get help() {
      return t('A caption, keywords, the objects in the image with their counts, and the text in the image.');
    },
    prompt:
      'Describe this picture in a caption, give keywords for it, count the things in it, and read the text that stands in it, ' +
      'letter by letter. Name only what can be seen.',
    form: {
      name: 'caption_tags_objects_text',
      schema: object({
        caption,
        tags,
        objects: list(
          object({
            name: text('What it is, in the singular, lower case.'),
            count: { type: 'integer', minimum: 1, description: 'How many of it can be seen.' },
          }),
          'The kinds of things in the picture, the most important first.',
        ),
        text: textOrNull(
          'The text in the picture as it stands there, line by line; null where there is none.',
        ),
      }),
    },
    needsVocabulary: false,
  },
  {
    id: 'alternative-text',
    get name() {
      return t('Alternative text');
    },
    get help() {
      return t(
        'A text of at most 125 characters for people who cannot see the image, and a longer description.',
      );
    },
    prompt:
      'Write the alternative text of this picture for people who cannot see it: what matters, without “picture of”. ' +
      'Then describe it at length for those who want to know more.',
    form: {
      name: 'alternative_text',
      schema: object({
        alt: text('The alternative text, one sentence.', { maxLength: 125 }),
        description: text('The longer description: one paragraph.'),
      }),
    },
    needsVocabulary: false,
  },
  {
    id: 'classification',
    get name() {
      return t('Classification');
    },
    get help() {
      return t('One class of a list that you give, with the reason.');
    },
    prompt: 'Say which class this picture belongs to, and why. Choose the class that fits best.',
    form: {
      name: 'classification',
      schema: object({
        class: text('The class of the picture.', { 'x-vocabulary': true }),
        reason: text('What in the picture tells the class: one sentence.'),
      }),
    },
    needsVocabulary: true,
  },
  {
    id: 'quality',
    get name() {
      return t('Quality');
    },
    get help() {
      return t('Sharpness, exposure and technical problems of the image.');
    },
    prompt:
      'Judge the technical quality of this picture, not what it shows: its sharpness, its exposure, and its problems.',
    form: {
      name: 'quality',
      schema: object({
        sharpness: {
          type: ['string', 'null'],
          enum: ['sharp', 'soft', 'blurred', null],
          description: 'Of the main subject; null where there is nothing to tell by.',
        },
        exposure: oneOf(['dark', 'balanced', 'bright'], 'How bright the picture is as a whole.'),
        problems: list(
          { type: 'string', enum: problems },
          'What is wrong with the picture; empty where nothing is.',
        ),
      }),
    },
    needsVocabulary: false,
  },
];
