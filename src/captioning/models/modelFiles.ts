import { SightlineError } from '../../base/errors.ts';
import { partsOf, type CaptionerKind, type WeightType } from './captionerKind.ts';
import { t } from '../../base/l10n.ts';

/** The files of a model that are used, and which weights each of its parts has. */
export interface ModelFiles {
  paths: string[];
  weights: Record<string, WeightType>;
}

const required = ['config.json', 'preprocessor_config.json', 'tokenizer.json', 'tokenizer_config.json'];
const optional = [
  ...['generation_config.json', 'processor_config.json', 'special_tokens_map.json', 'added_tokens.json'],
  ...['chat_template.json', 'chat_template.jinja', 'vocab.json', 'merges.txt'],
];

/** What stands after a part's name in that of its file, the most fitting weights first. */
const endings: readonly (readonly [WeightType, string])[] = [
  ['q8', '_quantized'],
  ['uint8', '_uint8'],
  ['int8', '_int8'],
  ['q4', '_q4'],
  ['fp32', ''],
];

/** Files beside a large part that hold its weights. */
const mostDataFiles = 8;

/**
 * Chooses of the files that a model has those that are used.
 * @param present The paths of its files, with `/`.
 * @throws {SightlineError} `notFound` that names what is missing.
 */
export function chooseModelFiles(kind: CaptionerKind, present: ReadonlySet<string>): ModelFiles {
  const missing = required.find(path => !present.has(path));
  if (missing !== undefined) throw incomplete(missing);
  const paths = [...required, ...optional.filter(path => present.has(path))];
  const weights: Record<string, WeightType> = {};
  for (const part of partsOf[kind]) {
    const found = endings.find(([, ending]) => present.has(`onnx/${part}${ending}.onnx`));
    if (found === undefined) throw incomplete(`onnx/${part}.onnx`);
    const [weight, ending] = found;
    weights[part] = weight;
    const file = `onnx/${part}${ending}.onnx`;
    paths.push(file, ...dataFiles(file).filter(path => present.has(path)));
  }
  return { paths, weights };
}

function dataFiles(file: string): string[] {
  return Array.from({ length: mostDataFiles }, (_, index) => `${file}_data${index === 0 ? '' : `_${index}`}`);
}

function incomplete(path: string): SightlineError {
  return new SightlineError('notFound', t('The model is incomplete: it has no file "{path}".', { path }));
}
