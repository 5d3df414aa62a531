const id = { type: 'integer', minimum: 1 };
const text = { type: 'string', minLength: 1 };

/** The caption format of https://cocodataset.org/#format-data as a JSON Schema. */
export const cocoCaptionSchema = {
  type: 'object',
  required: ['info', 'licenses', 'images', 'annotations'],
  additionalProperties: false,
  properties: {
    info: {
      type: 'object',
      properties: {
        year: { type: 'integer' },
        version: text,
        description: text,
        contributor: text,
        url: { type: 'string' },
        date_created: text,
      },
      additionalProperties: false,
    },
    licenses: {
      type: 'array',
      items: {
        type: 'object',
        required: ['id', 'name', 'url'],
        additionalProperties: false,
        properties: { id, name: text, url: { type: 'string' } },
      },
    },
    images: {
      type: 'array',
      items: {
        type: 'object',
        required: ['id', 'file_name', 'width', 'height'],
        additionalProperties: false,
        properties: { id, file_name: text, width: id, height: id, license: id },
      },
    },
    annotations: {
      type: 'array',
      items: {
        type: 'object',
        required: ['id', 'image_id', 'caption'],
        additionalProperties: false,
        properties: { id, image_id: id, caption: text },
      },
    },
  },
};
