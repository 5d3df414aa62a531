import { colourSentences, isUniform, paragraphSentences } from '../pictureReport.ts';
import type { Measures } from '../measure.ts';
import { namesFor as all, plainName, type Known } from './known.ts';

/** What is known of a field by its name, in any spelling; `undefined` where measuring does not tell. */
export function knownField(name: string, measures: Measures): Known | undefined {
  return fields[plainName(name)]?.(measures);
}

const short = (measures: Measures): Known => ({ sentences: colourSentences(measures) });
const long = (measures: Measures): Known => ({ sentences: paragraphSentences(measures) });
const colours = ({ colours: all }: Measures): Known => ({ list: all.map(({ name }) => name) });
const mainColour = ({ colours: [first] }: Measures): Known | undefined => first && { words: [first.name] };
const light = ({ light: { key } }: Measures): Known => ({ words: lightWords[key] });
const shape = ({ shape: { name } }: Measures): Known => ({ words: [name] });
const kind = (measures: Measures): Known | undefined => {
  const word = kindOf(measures);
  return word && { words: kindWords[word] };
};
const problems = (measures: Measures): Known => ({ list: problemsOf(measures) });
const tags = (measures: Measures): Known => ({ list: tagsOf(measures) });

const fields: Record<string, (measures: Measures) => Known | undefined> = {
  ...all(short, 'caption', 'title', 'summary', 'alt', 'alttext', 'alternativetext'),
  ...all(long, 'description', 'longdescription'),
  ...all(tags, 'tags', 'keywords'),
  ...all(colours, 'colours', 'colors', 'maincolours', 'maincolors', 'dominantcolours', 'dominantcolors'),
  ...all(mainColour, 'colour', 'color', 'maincolour', 'maincolor', 'dominantcolour', 'dominantcolor'),
  ...all(light, 'exposure', 'brightness', 'lighting'),
  ...all(shape, 'shape', 'orientation'),
  ...all(kind, 'kind', 'imagetype', 'medium'),
  ...all(problems, 'problems', 'defects'),
  width: ({ width }) => ({ number: width }),
  height: ({ height }) => ({ number: height }),
  format: ({ format }) => ({ words: [format] }),
  sharpness: ({ sharpness: { level } }) => (level === 'plain' ? undefined : { words: sharpnessWords[level] }),
};

const lightWords = {
  low: ['dark'],
  middle: ['medium', 'balanced', 'normal'],
  high: ['bright'],
} satisfies Record<string, string[]>;

const sharpnessWords = {
  sharp: ['sharp'],
  soft: ['soft', 'slightly soft'],
  blurred: ['blurred', 'blurry'],
} satisfies Record<string, string[]>;

const kindWords = {
  photo: ['photo', 'photograph'],
  drawing: ['drawing', 'illustration'],
  screenshot: ['screenshot'],
} satisfies Record<string, string[]>;

function problemsOf({ sharpness, light: { contrast } }: Measures): string[] {
  return [...(sharpness.level === 'blurred' ? ['blurred'] : []), ...(contrast < 0.3 ? ['low contrast'] : [])];
}

function tagsOf(measures: Measures): string[] {
  const {
    shape: { name },
    colours: found,
    light: { key },
  } = measures;
  return [
    ...[kindOf(measures) ?? []].flat(),
    name,
    ...found.map(colour => colour.name),
    ...(key === 'middle' ? [] : lightWords[key]),
  ];
}

/** One plain colour may be anything. */
function kindOf(measures: Measures): keyof typeof kindWords | undefined {
  const { kind: word } = measures.kind;
  return word === 'unclear' || isUniform(measures) ? undefined : word;
}
