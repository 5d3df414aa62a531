import { builtInSchemas } from '../../../src/schema/builtInSchemas.ts';
import { classesFromDataYaml } from '../../../src/schema/dataYaml.ts';
import { readAnswer } from '../../../src/schema/readAnswer.ts';
import { schemaFromText } from '../../../src/schema/schemaFromText.ts';
import { mutateText, oddText } from '../mutate.ts';
import type { Random } from '../random.ts';
import { readOrRefused } from '../readOrRefused.ts';
import type { Target } from '../target.ts';

/** A file that a person chose, and an answer that is checked by it. */
interface SchemaFile {
  file: string;
  answer: string;
}

const dataYaml =
  'train: images/train\nval: images/val\nnc: 3\nnames:\n  0: person\n  1: bicycle\n  2: "traffic light"\n';
const pattern = {
  type: 'object',
  properties: { a: { type: 'string', pattern: '^(\\w+\\s?)*$' } },
  required: ['a'],
};
const recursive = {
  $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } },
  $ref: '#/$defs/node',
};

/** Files of schemas and of classes, JSON and YAML, and answers that are checked by what they hold. */
const target: Target<SchemaFile> = {
  make: random => {
    const file = originalFile(random);
    return {
      file: random.chance(0.9) ? mutateText(random, file) : file,
      answer: mutateText(
        random,
        random.pick(['{"a":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!"}', '```json\n{"next":{"next":{}}}\n```', file]),
      ),
    };
  },
  attempt: async ({ file, answer }) => {
    await readOrRefused(classesFromDataYaml(file));
    await readOrRefused(
      schemaFromText(file, 'fuzz.schema.json').then(async ({ form }) => {
        if (!/^[\w-]{1,64}$/.test(form.name)) throw new Error(`The name ${form.name} is none for the APIs.`);
        await readAnswer(answer, form.schema);
      }),
    );
  },
};

export default target;

function originalFile(random: Random): string {
  switch (random.below(4)) {
    case 0:
      return dataYaml;
    case 1:
      return JSON.stringify(
        random.pick([pattern, recursive, ...builtInSchemas.map(({ form }) => form.schema)]),
        null,
        1,
      );
    case 2:
      return JSON.stringify({ name: oddText(random), schema: { ...pattern, title: oddText(random) } });
    default:
      return oddText(random, 30);
  }
}
