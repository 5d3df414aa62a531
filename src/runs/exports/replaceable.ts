import { ValueError } from '../../base/errors.ts';
import { sha256Of } from '../../base/node/hash.ts';
import { manifestOf } from './exportedPictures.ts';
import type { ExportOptions } from './exportOptions.ts';
import { readKnownFiles, type KnownFiles } from './manifest.ts';
import { t } from '../../base/l10n.ts';

/** Files that are there and may be replaced. */
export interface Replaceable {
  /** By their names, as the manifest has them. */
  standing: ReadonlySet<string>;
  /** What earlier exports to the same place wrote. */
  known: KnownFiles;
}

/**
 * Looks at what stands where an export to `target` would go.
 * @param names the files that it writes, relative to the folder of `target`; without them it is `target` alone.
 * @throws {ValueError} where one would have to be replaced and may not be.
 */
export async function replaceable(
  target: string,
  { files, replace = false, overwrite }: Pick<ExportOptions, 'files' | 'replace' | 'overwrite'>,
  names?: Iterable<string>,
): Promise<Replaceable> {
  const { folder, name } = files.split(target);
  const known = await readKnownFiles(files, [files.join(folder, manifestOf(name))]);
  const standing = new Set<string>();
  for (const one of names ?? [name]) {
    const bytes = await files.read(files.join(folder, one));
    if (bytes === undefined) continue;
    standing.add(one);
    const isOurs = known.get(one)?.has(sha256Of(bytes)) === true;
    if (!isOurs && !replace && !(overwrite === 'edited' && known.has(one)))
      throw inTheWay(one, known.has(one));
  }
  return { standing, known };
}

function inTheWay(name: string, isKnown: boolean): ValueError {
  return new ValueError(
    isKnown
      ? t('"{name}" was changed since Sightline wrote it.', { name })
      : t('"{name}" is there already, and Sightline did not write it.', { name }),
    { remedy: { kind: 'replaceExport' } },
  );
}
