/**
 * A reader of image folders that knows nothing of Sightline: `load_dataset("imagefolder", data_dir=…)` of the `datasets`
 * library, from its own patterns (`data_files.py`, `folder_based_builder.py` of version 4), as far as metadata goes.
 */
import { existsSync, statSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

const separators = '-._ 0-9';
const keywords: Record<string, string[]> = {
  train: ['train', 'training'],
  validation: ['validation', 'valid', 'dev', 'val'],
  test: ['test', 'testing', 'eval', 'evaluation'],
};
const shards = 'data/*-[0-9][0-9][0-9][0-9][0-9]-of-[0-9][0-9][0-9][0-9][0-9]*.*';
const inFolders = (word: string): string[] => [
  `**/${word}/**`,
  `**/${word}[${separators}]*/**`,
  `**/*[${separators}]${word}/**`,
  `**/*[${separators}]${word}[${separators}]*/**`,
];
const inFiles = (word: string): string[] => [
  `**/${word}[${separators}]*`,
  `**/*[${separators}]${word}[${separators}]*`,
];

type Patterns = Record<string, string[]>;

function ofWords(patterns: (word: string) => string[]): Patterns {
  return Object.fromEntries(
    Object.entries(keywords).map(([split, words]) => [split, words.flatMap(patterns)]),
  );
}

/** A pattern as `fsspec` reads it. */
function expression(pattern: string): RegExp {
  const parts = pattern.split('/');
  const source = parts.map((part, at) => {
    const isLast = at === parts.length - 1;
    if (part === '**') return isLast ? '.*' : '(?:.+/)?';
    const inner = part.replace(/\[[^\]]*\]|\*|[.+?^${}()|\\]/g, mark =>
      mark === '*' ? '[^/]*' : mark.startsWith('[') ? mark.replace('[-', '[\\-') : `\\${mark}`,
    );
    return isLast ? inner : `${inner}/`;
  });
  return new RegExp(`^${source.join('')}$`, 's');
}

const ignored = ['README.md', 'config.json', 'dataset_info.json', 'dataset_infos.json', 'dataset_dict.json'];

function matching(files: readonly string[], patterns: readonly string[]): string[] {
  const expressions = patterns.map(expression);
  return files.filter(file => {
    const parts = file.split('/');
    if (ignored.includes(parts.at(-1) ?? '') || parts.some(part => part.startsWith('.'))) return false;
    if (parts.slice(0, -1).some(part => part.startsWith('__'))) return false;
    return expressions.some(one => one.test(file));
  });
}

/** The patterns that the loader finds in a folder. */
function patternsIn(files: readonly string[]): Patterns {
  const sharded = matching(files, [shards]);
  if (sharded.length > 0) {
    const splits = new Set(sharded.map(file => (/^data\/(.+)-\d{5}-of-\d{5}/.exec(file) ?? [])[1] ?? ''));
    return Object.fromEntries([...splits].map(split => [split, [shards.replace('*', split)]]));
  }
  for (const patterns of [{ logs: ['**/*.eval'] }, ofWords(inFolders), ofWords(inFiles), { train: ['**'] }]) {
    const filled = Object.entries(patterns).filter(([, some]) => matching(files, some).length > 0);
    if (filled.length > 0) return Object.fromEntries(filled);
  }
  return {};
}

export type Loaded = Record<string, Record<string, unknown>[]>;

/** The rows of each split, `image` with the path of the image. @throws where the loader would refuse the folder. */
export async function loadImageFolder(folder: string, dataFiles?: Patterns): Promise<Loaded> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter(entry => entry.isFile())
    .map(entry => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'));
  const splits = Object.entries(dataFiles ?? patternsIn(files)).map(([split, patterns]) => {
    const found = matching(files, patterns);
    return {
      split,
      found,
      metadata: found.filter(file => /(^|\/)metadata\.(csv|jsonl|parquet)$/.test(file)),
    };
  });
  const all = splits.flatMap(({ metadata }) => metadata);
  if (all.some(file => !file.endsWith('.jsonl')))
    throw new Error('Metadata files with different extensions.');
  const features = new Map<string, string>();
  const loaded: Loaded = {};
  for (const { split, found, metadata } of splits) {
    const images = found.filter(file => file.endsWith('.png'));
    loaded[split] = all.length > 0 ? [] : images.map(image => ({ image }));
    for (const file of metadata) {
      const text = await readFile(path.join(folder, file), 'utf8');
      const rows = text
        .split('\n')
        .filter(line => line !== '')
        .map(line => JSON.parse(line) as Record<string, unknown>);
      features.set(file, arrowType(rows.map(row => row as unknown)));
      for (const row of rows) loaded[split].push(asLoaded(row, path.join(folder, path.dirname(file))));
    }
  }
  if (new Set(features.values()).size > 1)
    throw new Error(`Different features: ${[...features].join(' / ')}`);
  return loaded;
}

/** What becomes of a row: `file_name` and names that end so lead to images. */
function asLoaded(row: Record<string, unknown>, folder: string): Record<string, unknown> {
  const { file_name: name, ...rest } = row;
  const odd = JSON.stringify(rest).match(/"(?:[^"]*_)?file_names?":/);
  if (odd !== null) throw new Error(`${odd[0]} leads to an image.`);
  if ('image' in rest) throw new Error('"image" is where the image goes.');
  if (typeof name !== 'string' || path.isAbsolute(name) || name.startsWith('..') || name.includes('://'))
    throw new Error(`Invalid file_name ${String(name)}.`);
  const image = path.join(folder, name);
  if (!existsSync(image) || !statSync(image).isFile()) throw new Error(`There is no ${image}.`);
  return { image, ...rest };
}

/** The one type of all values, as Arrow's JSON reader finds it, in words. @throws where there is none. */
function arrowType(values: readonly unknown[]): string {
  const present = values.filter(value => value !== null && value !== undefined);
  if (present.length === 0) return 'null';
  const kinds = [...new Set(present.map(value => (Array.isArray(value) ? 'list' : typeof value)))];
  if (kinds.length > 1) throw new Error(`JSON parse error: changed from ${kinds.join(' to ')}.`);
  const [kind = ''] = kinds;
  if (kind === 'list') return `list<${arrowType((present as unknown[][]).flat())}>`;
  if (kind === 'object') {
    const objects = present as Record<string, unknown>[];
    const names = [...new Set(objects.flatMap(one => Object.keys(one)))].sort();
    return `{${names.map(name => `${name}: ${arrowType(objects.map(one => one[name]))}`).join(', ')}}`;
  }
  if (kind === 'number') return present.every(Number.isInteger) ? 'int64' : 'double';
  if (kind !== 'string') return kind;
  return present.every(value => typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value))
    ? 'timestamp'
    : 'string';
}
