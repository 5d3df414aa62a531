import { SightlineError } from '../../../base/errors.ts';
import type { RunRow } from '../../runRow.ts';
import type { ExportFiles } from '../exportFiles.ts';
import { loaderRule, splitFolderOf, type LoaderRule } from './loaderRule.ts';

/** Which metadata files a folder of images gets, so that `datasets` reads them. */
export interface MetadataLayout {
  rule: LoaderRule;
  /** A file by which the rule holds; absent where it is `everything`. */
  because?: string;
  /** The metadata file of a row, `/` between the parts of its path, and how it calls the image. */
  placeOf: (row: RunRow) => MetadataPlace;
  /** Metadata files in the folder that are not among these, and that `datasets` reads too. */
  others: readonly string[];
}

export interface MetadataPlace {
  /** Relative to the folder. */
  file: string;
  /** The image, relative to the metadata file. */
  image: string;
  /** Whether the image lies in the folder. */
  isInside: boolean;
  /** Whether the loader passes over the image, because it fits no split. */
  isPassedOver: boolean;
}

/** Files of a folder that are looked at; of more, the first decide. */
const mostFiles = 200_000;

/** Names under which the loader looks for metadata. */
const metadataNames = ['metadata.csv', 'metadata.jsonl', 'metadata.parquet'];

/**
 * Looks at a folder as `datasets` would.
 * @param folder where the metadata file `name` goes, and the loader begins.
 */
export async function metadataLayout(
  rows: readonly RunRow[],
  folder: string,
  name: string,
  files: ExportFiles,
): Promise<MetadataLayout> {
  const pathOf = ({ picture }: RunRow): { path: string; isInside: boolean } => {
    const relative = files.relative(folder, picture.location);
    const isInside = relative !== undefined && !relative.startsWith('../');
    return { path: isInside ? relative : picture.name, isInside };
  };
  const paths = rows.map(pathOf);
  const found = paths.some(({ isInside }) => isInside) ? await filesUnder(folder, files) : [];
  const { rule, because } = loaderRule([...paths.map(({ path }) => path), ...found]);
  const placeOf = (row: RunRow): MetadataPlace => {
    const { path, isInside } = pathOf(row);
    const split = rule === 'folderNames' ? splitFolderOf(path) : undefined;
    return {
      file: split === undefined ? name : `${split}/${name}`,
      image: split === undefined ? path : path.slice(split.length + 1),
      isInside,
      isPassedOver: rule === 'folderNames' && split === undefined,
    };
  };
  const ours = new Set(rows.map(row => placeOf(row).file));
  const isRead = (path: string): boolean => rule !== 'folderNames' || splitFolderOf(path) !== undefined;
  return {
    rule,
    ...(because === undefined ? {} : { because }),
    placeOf,
    others: found.filter(
      path => metadataNames.includes(path.split('/').at(-1) ?? '') && !ours.has(path) && isRead(path),
    ),
  };
}

/** The files in a folder and in those below it, by their paths from there. What is hidden is not there for the loader. */
async function filesUnder(folder: string, files: ExportFiles): Promise<string[]> {
  const found: string[] = [];
  const open = [''];
  for (let way = open.pop(); way !== undefined && found.length < mostFiles; way = open.pop()) {
    const at = way === '' ? folder : files.join(folder, way);
    const inside = (name: string): string => (way === '' ? name : `${way}/${name}`);
    try {
      found.push(...(await files.names(at)).map(inside));
      open.push(...(await files.folders(at)).filter(name => !name.startsWith('.')).map(inside));
    } catch (error) {
      // A folder that cannot be read is not read by the loader either.
      if (!(error instanceof SightlineError)) throw error;
    }
  }
  return found;
}
