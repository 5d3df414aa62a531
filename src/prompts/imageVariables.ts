import { ValueError } from '../base/errors.ts';
import { formatPixels } from '../base/localFormat.ts';
import { nearest } from '../base/nearest.ts';
import { shorten } from '../base/shorten.ts';
import { visibleText } from '../base/visibleText.ts';
import type { OriginalImage } from '../images/preparedImage.ts';
import { fileNameOf, folderNameOf } from './placeNames.ts';
import { t } from '../base/l10n.ts';

/** What a prompt can say of the image that it is about, as `{image.NAME}`. */
export const imageVariables = ['name', 'folder', 'size', 'date', 'camera', 'labels'] as const;
export type ImageVariable = (typeof imageVariables)[number];

/** The values of an image; what is not known of it is absent. */
export type ImageValues = Partial<Record<ImageVariable, string>>;

/** Variables whose values are not told by what the file holds: the same bytes may have others elsewhere. */
const ofThePlace: readonly ImageVariable[] = ['name', 'folder', 'labels'];

/** Most characters of a value, labels and others. */
const longest = { labels: 1000, other: 200 };

const variable = /\{image\.([^{}\s]{0,60})\}/g;

/** Where an image lies, and what is beside it. */
export interface ImagePlace {
  /** A path or a URI; absent for what was pasted. */
  location?: string;
  /** As the person knows it; only its last part counts. */
  name?: string;
  /** What label files beside it say. */
  labels?: string;
}

/**
 * The variables of a prompt.
 * @throws {ValueError} for one that there is not.
 */
export function variablesIn(prompt: string): ReadonlySet<ImageVariable> {
  return new Set([...prompt.matchAll(variable)].map(([, name = '']) => known(name)));
}

/** Whether a prompt says what only the place of an image tells: then answers are for this place alone. */
export function placeVariablesIn(prompt: string): readonly ImageVariable[] {
  const found = new Set([...prompt.matchAll(variable)].map(([, name]) => name));
  return ofThePlace.filter(name => found.has(name));
}

/** What is known of an image. */
export function imageValues({ location, name, labels }: ImagePlace, original?: OriginalImage): ImageValues {
  const values: Record<ImageVariable, string | undefined> = {
    name: name === undefined ? location && fileNameOf(location) : fileNameOf(name),
    folder: location && folderNameOf(location),
    size: original && formatPixels(original),
    date: original?.carried?.taken,
    camera: original?.carried?.camera,
    labels,
  };
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== ''),
  );
}

/**
 * A prompt with its variables filled in, once: what a value says is never read as a variable. Values are text of others, and
 * stand in quotation marks on one line, as data.
 * @param images In the order in which they are sent; of several images a variable stands for all of their values.
 * @throws {ValueError} for a variable that there is not.
 */
export function filledPrompt(prompt: string, images: readonly ImageValues[]): string {
  return prompt.replace(variable, (_match, name: string) => {
    const wanted = known(name);
    return images.map(values => quotedValue(wanted, values[wanted])).join(', ');
  });
}

function quotedValue(name: ImageVariable, value: string | undefined): string {
  if (value === undefined) return 'unknown';
  if (name === 'size') return value;
  const most = name === 'labels' ? longest.labels : longest.other;
  return JSON.stringify(visibleText(shorten(value, most)));
}

function known(name: string): ImageVariable {
  const found = imageVariables.find(one => one === name);
  if (found !== undefined) return found;
  const meant = nearest(name, imageVariables);
  throw new ValueError(
    t('The prompt has an unknown variable, {image.{name}}.', { name: visibleText(name) }),
    {
      hint: [
        ...(meant === undefined ? [] : [t('Did you mean {image.{meant}}?', { meant })]),
        t('Variables are {names}.', { names: imageVariables.map(one => `{image.${one}}`).join(', ') }),
      ].join(' '),
    },
  );
}
