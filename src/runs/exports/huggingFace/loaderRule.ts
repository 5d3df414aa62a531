/**
 * How `load_dataset("imagefolder")` of the `datasets` library divides a folder into splits (`data_files.py`). It takes the
 * first of these rules that some file fits, and then no file that does not fit it:
 *
 * - `shards`: `data/NAME-00000-of-00001.EXT`;
 * - `logs`: `*.eval`;
 * - `folderNames`: a folder on the way is called after a split;
 * - `fileNames`: the file itself is;
 * - `everything`: all files are one split.
 *
 * A `metadata.jsonl` is a file like others, so it is read only where it fits the rule too.
 */
export type LoaderRule = 'shards' | 'logs' | 'folderNames' | 'fileNames' | 'everything';

/** Words by which the loader knows the splits train, validation and test. */
const splitWords = [
  ...['train', 'training'],
  ...['validation', 'valid', 'dev', 'val'],
  ...['test', 'testing', 'eval', 'evaluation'],
];

/** What may stand beside such a word in a name. */
const delimiters = '-._ 0123456789';

/** Files that the loader passes over wherever they are. */
const ignored = [
  ...['README.md', 'config.json', 'dataset_info.json', 'dataset_infos.json', 'dummy_data.zip'],
  'dataset_dict.json',
];

/** The rule for a folder with these files, and for all but `everything` a file that it comes from. */
export function loaderRule(paths: Iterable<string>): { rule: LoaderRule; because?: string } {
  const found = new Map<LoaderRule, string>();
  for (const path of paths) {
    if (!isSeen(path)) continue;
    const parts = path.split('/');
    const name = parts.at(-1) ?? '';
    const note = (rule: LoaderRule, fits: boolean): void => {
      if (fits && !found.has(rule)) found.set(rule, path);
    };
    note('shards', parts.length === 2 && parts[0] === 'data' && isShard(name));
    note('logs', name.endsWith('.eval'));
    note('folderNames', splitFolderOf(path) !== undefined);
    note('fileNames', isFileOfSplit(name));
  }
  for (const rule of ['shards', 'logs', 'folderNames', 'fileNames'] as const) {
    const because = found.get(rule);
    if (because !== undefined) return { rule, because };
  }
  return { rule: 'everything' };
}

/**
 * The innermost folder on the way to a file that is called after a split: a `metadata.jsonl` in it belongs to the same splits
 * as the file. `undefined` where there is none.
 */
export function splitFolderOf(path: string): string | undefined {
  if (!isSeen(path)) return undefined;
  const folders = path.split('/').slice(0, -1);
  const at = folders.findLastIndex(isFolderOfSplit);
  return at === -1 ? undefined : folders.slice(0, at + 1).join('/');
}

/** Hidden files, files in hidden folders and in folders like `__pycache__` are not there for the loader. */
function isSeen(path: string): boolean {
  const parts = path.split('/');
  if (ignored.includes(parts.at(-1) ?? '')) return false;
  return parts.every(
    (part, at) =>
      (!part.startsWith('.') || part === '.' || part === '..') &&
      (!part.startsWith('__') || at === parts.length - 1),
  );
}

/** Whether a word is the whole name, or stands between delimiters. Capital letters are others to the loader. */
function isFolderOfSplit(name: string): boolean {
  return hasWord(name, character => character === '' || delimiters.includes(character));
}

/** The same of a file, behind whose word there is a delimiter in any case: at least the dot of its ending. */
function isFileOfSplit(name: string): boolean {
  return hasWord(name, character => character !== '' && delimiters.includes(character));
}

function hasWord(name: string, mayFollow: (character: string) => boolean): boolean {
  return splitWords.some(word => {
    for (let at = name.indexOf(word); at !== -1; at = name.indexOf(word, at + 1))
      if ((at === 0 || delimiters.includes(name.charAt(at - 1))) && mayFollow(name.charAt(at + word.length)))
        return true;
    return false;
  });
}

/** `NAME-00000-of-00001.EXT`, with anything before the dot. */
function isShard(name: string): boolean {
  const at = name.search(/-\d{5}-of-\d{5}/);
  return at !== -1 && name.includes('.', at + 15);
}
