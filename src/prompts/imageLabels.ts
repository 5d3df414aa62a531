import { formatNumber } from '../base/format.ts';
import { isJsonObject, parseJson } from '../base/json.ts';
import { oneLine } from '../base/oneLine.ts';
import { shorten } from '../base/shorten.ts';
import { classesFromDataYaml } from '../schema/dataYaml.ts';
import { besideOf, foldersOf, labelsPlaceOf } from './placeNames.ts';

/** Largest label file that is read, bytes. */
const mostBytes = 262_144;

/** Most characters of labels that are kept of an image. */
const longest = 1000;

/** How many folders above an image may hold the classes of its dataset. */
const mostFolders = 3;

/** Reads a file of at most so many bytes; nothing where there is none, it is larger or cannot be read. */
export type ReadBeside = (location: string, mostBytes: number) => Promise<Uint8Array | undefined>;

/** Reads what label files say of images. */
export class ImageLabels {
  readonly #read: ReadBeside;
  /** Classes of datasets, by the folders that were looked into. */
  readonly #classes = new Map<string, Promise<readonly string[]>>();

  constructor(read: ReadBeside) {
    this.#read = read;
  }

  /**
   * The labels of an image in one line: of `NAME.txt` or `NAME.json` beside it, or of the dataset's `labels` folder. Lines of
   * YOLO are counted by class.
   */
  async of(location: string): Promise<string | undefined> {
    const places = [besideOf(location, '.txt'), besideOf(location, '.json'), labelsPlaceOf(location)];
    for (const place of places) {
      if (place === undefined || place === location) continue;
      const text = await this.#text(place);
      if (text === undefined) continue;
      const found = place.endsWith('.json') ? labelsInJson(text) : await this.#labelsInText(text, location);
      if (found !== undefined && found !== '') return shorten(oneLine(found), longest);
    }
    return undefined;
  }

  async #labelsInText(text: string, location: string): Promise<string> {
    const lines = text
      .split('\n')
      .map(line => line.trim())
      .filter(Boolean);
    const numbers = lines.map(classNumber);
    if (lines.length === 0 || !numbers.every(number => number !== undefined)) return text;
    const names = await this.#classesFor(location);
    return counted(numbers.map(number => names[number] ?? `class ${number}`));
  }

  async #classesFor(location: string): Promise<readonly string[]> {
    for (const folder of foldersOf(location, mostFolders)) {
      const found = await (this.#classes.get(folder) ?? this.#keep(folder));
      if (found.length > 0) return found;
    }
    return [];
  }

  #keep(folder: string): Promise<readonly string[]> {
    const reading = this.#classesIn(folder);
    this.#classes.set(folder, reading);
    return reading;
  }

  async #classesIn(folder: string): Promise<readonly string[]> {
    for (const name of ['data.yaml', 'dataset.yaml']) {
      const text = await this.#text(`${folder}${name}`);
      if (text === undefined) continue;
      try {
        return await classesFromDataYaml(text, name);
      } catch {
        // It is about something else.
      }
    }
    const lines = await this.#text(`${folder}classes.txt`);
    return lines === undefined
      ? []
      : lines
          .split('\n')
          .map(line => line.trim())
          .filter(Boolean);
  }

  async #text(location: string): Promise<string | undefined> {
    const bytes = await this.#read(location, mostBytes).catch(() => undefined);
    if (bytes === undefined) return undefined;
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch {
      // No text.
      return undefined;
    }
  }
}

/** The class of a line as YOLO has it: its number, then at least four more numbers. */
function classNumber(line: string): number | undefined {
  const parts = line.split(/\s+/);
  if (parts.length < 5 || !/^\d{1,6}$/.test(parts[0] ?? '')) return undefined;
  return parts.every(part => part.length < 30 && Number.isFinite(Number(part)))
    ? Number(parts[0])
    : undefined;
}

/** The names in a label file as LabelMe has them (`shapes`), a list, or an object with one; else its JSON. */
function labelsInJson(text: string): string | undefined {
  const value = parseJson(text);
  // Damaged, or JSON of another kind.
  if (value === undefined) return undefined;
  const lists = isJsonObject(value)
    ? ['shapes', 'labels', 'tags', 'classes', 'keywords'].map(key => value[key])
    : [value];
  const names = lists
    .filter(Array.isArray)
    .map(list => list.flatMap(nameOf))
    .find(found => found.length > 0);
  return names === undefined ? JSON.stringify(value) : counted(names);
}

function nameOf(entry: unknown): string[] {
  if (typeof entry === 'string') return [entry];
  if (!isJsonObject(entry)) return [];
  const name = [entry.label, entry.name, entry.class].find(one => typeof one === 'string');
  return typeof name === 'string' ? [name] : [];
}

/** `2 × cat, dog`: each name once, in their order. */
function counted(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .map(([name, count]) => (count === 1 ? name : `${formatNumber(count)} × ${name}`))
    .join(', ');
}
