import { formatPercent, formatPixels, plural } from '../../base/format.ts';
import type { Colourfulness } from './colourfulness.ts';
import type { MainColour } from './colours.ts';
import type { Kind } from './kind.ts';
import type { Light } from './light.ts';
import type { Measures } from './measure.ts';
import type { PlainArea } from './plainAreas.ts';
import type { Sharpness } from './sharpness.ts';

/**
 * A picture's measures in Markdown: a paragraph to read, then a list to look things up in.
 * @param options.kindIsTold that a caption before it says what kind of image it is.
 */
export function pictureReport(measures: Measures, { kindIsTold = false } = {}): string {
  const report = `${sentences(measures, kindIsTold).join(' ')}\n\n${list(measures)
    .map(([name, value]) => `- **${name}:** ${value}`)
    .join('\n')}`;
  // No line ends between a figure and its sign.
  return report.replaceAll(' %', '\u00A0%');
}

/** The report's paragraph in plain text, a sentence each. */
export function paragraphSentences(measures: Measures): string[] {
  return sentences(measures).map(sentence => sentence.replaceAll('**', ''));
}

/** The kind of picture and its colours: a caption, as far as measures go. */
export function colourSentences(measures: Measures): string[] {
  return paragraphSentences(measures).slice(0, 2);
}

function sentences(measures: Measures, kindIsTold = false): string[] {
  const { kind, colours, colourfulness, light, sharpness, plainAreas, transparentShare } = measures;
  const [plain] = plainAreas;
  const transparency =
    transparentShare > 0
      ? [`${formatPercent(transparentShare)} of it is transparent, seen here on white.`]
      : [];
  if (isUniform(measures))
    return [`**One plain colour**, ${colours[0]?.name ?? ''}, ${shapeWords(measures)}.`, ...transparency];
  return [
    `${kindIsTold ? '' : `${kindWords[kind.kind]}, `}${shapeWords(measures)}, ${colourfulnessTerms[colourfulness]}.`,
    colourSentence(colours),
    ...transparency,
    `The image is ${keyWords[light.key]}, with ${contrastWord(light)} contrast, and ${sharpnessWords[sharpness.level]}.`,
    ...(plain === undefined ? [] : [`The largest plain area is ${plainWords(plain)}.`]),
  ];
}

/** How bright the picture is, in a sentence. */
export function lightSentence({ light }: Measures): string {
  return `The image is ${keyWords[light.key]}, with ${contrastWord(light)} contrast: ${lightWords(light)}.`;
}

/** How sharp it is, in a sentence. */
export function sharpnessSentence({ sharpness }: Measures): string {
  return sharpness.level === 'plain'
    ? `The image ${sharpnessWords.plain}.`
    : `The image is ${sharpnessWords[sharpness.level]} (${sharpnessValue(sharpness)}).`;
}

/** Its size and shape, in a sentence. */
export function shapeAndSize(measures: Measures): string {
  return `The image has ${sizeWords(measures)}.`;
}

/** Whether there is nothing to tell but a colour. */
export function isUniform({ colours, sharpness }: Measures): boolean {
  return sharpness.level === 'plain' && (colours[0]?.share ?? 0) > 0.995;
}

/** The two largest colours. */
function colourSentence([first, second]: readonly MainColour[]): string {
  if (first === undefined) return 'Nothing in it is visible.';
  if (first.share > 0.99) return `It is ${first.name} all over.`;
  const name = `${first.name.charAt(0).toUpperCase()}${first.name.slice(1)}`;
  return (
    `${name} makes up ${formatPercent(first.share)} of it${placed(first)}` +
    (second === undefined ? '.' : `; ${second.name} ${formatPercent(second.share)}${placed(second)}.`)
  );
}

const kindWords: Record<Kind['kind'], string> = {
  photo: 'Probably a **photo**',
  drawing: 'Probably a **drawing, chart or logo**',
  screenshot: 'Probably a **screenshot or a page of text**',
  unclear: '**A photo or a drawing**, its tones do not tell which',
};

const colourfulnessTerms: Record<Colourfulness, string> = {
  grey: 'without any colour',
  tinted: 'in shades of one faint colour',
  muted: 'of muted colours',
  colourful: 'colourful',
  vivid: 'of vivid colours',
};

const keyWords: Record<Light['key'], string> = {
  low: 'mostly dark (low key)',
  middle: 'of medium brightness',
  high: 'mostly bright (high key)',
};

const sharpnessWords: Record<Sharpness['level'], string> = {
  plain: 'has no edges that sharpness could be told by',
  blurred: 'blurred',
  soft: 'a little soft',
  sharp: 'sharp',
};

function contrastWord({ contrast }: Light): string {
  if (contrast < 0.05) return 'hardly any';
  if (contrast < 0.3) return 'weak';
  return contrast < 0.6 ? 'moderate' : 'strong';
}

function placed({ place }: MainColour): string {
  return place === everywhere ? '' : `, mostly ${place}`;
}

/** What {@link MainColour.place} says where there is no one place. */
const everywhere = 'all over the image';

function plainWords({ colour, share, place }: PlainArea): string {
  return `${colour}, ${formatPercent(share)} of the image${place === everywhere ? '' : `, ${place}`}`;
}

function list(measures: Measures): [string, string][] {
  const { colours, plainAreas, transparentShare, pages, page } = measures;
  const which = page === 1 ? 'the first' : `number ${page}`;
  const frames: [string, string][] = pages > 1 ? [['Frames', `${pages}, of which this is ${which}`]] : [];
  return [
    ['Size', sizeWords(measures)],
    [
      'Colours',
      colours.map(main => `${main.name} ${formatPercent(main.share)}${placed(main)}`).join('; ') || 'none',
    ],
    ['Light', lightWords(measures.light)],
    ['Sharpness', sharpnessValue(measures.sharpness)],
    ['Kind', kindReasons(measures.kind)],
    ['Transparency', transparentShare === 0 ? 'none' : `${formatPercent(transparentShare)}, seen on white`],
    ['Plain areas', plainAreas.map(plainWords).join('; ') || 'none'],
    ...frames,
  ];
}

function lightWords({ brightness, contrast, black, white }: Light): string {
  return [
    `${formatPercent(brightness)} bright`,
    `contrast ${formatPercent(contrast)}`,
    ...(black >= 0.02 ? [`${formatPercent(black)} pure black`] : []),
    ...(white >= 0.02 ? [`${formatPercent(white)} pure white`] : []),
  ].join(', ');
}

function sharpnessValue({ level, value }: Sharpness): string {
  return level === 'plain' ? 'no edges to tell by' : `${value.toFixed(2)} of 1`;
}

/** What the guess at the kind rests on. */
function kindReasons({ flat, spikes, textRows }: Kind): string {
  const rows = textRows === 0 ? 'no rows look like text' : `${plural(textRows, 'row')} of strokes like text`;
  return `${formatPercent(flat)} of the pixels are like their neighbours, ${formatPercent(spikes)} lie in flat tones, ${rows}`;
}

function sizeWords(measures: Measures): string {
  const { format, width, height, sentAs } = measures;
  const megapixels = (width * height) / 1e6;
  return [
    formatPixels({ width, height }),
    ...(megapixels >= 1 ? [`${megapixels.toFixed(1)} megapixels`] : []),
    shapeWords(measures),
    ...(format === 'raw' ? [] : [formatNames[format] ?? format.toUpperCase()]),
    ...(sentAs === undefined ? [] : [`sent as ${formatPixels(sentAs)}`]),
  ].join(', ');
}

function shapeWords({ shape: { ratio, name } }: Measures): string {
  return ratio === undefined || name === 'square' ? name : `${ratio} ${name}`;
}

const formatNames: Record<string, string> = { webp: 'WebP' };
