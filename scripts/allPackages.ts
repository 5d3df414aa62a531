import path from 'node:path';
import { buildPackage, megabytes, type BuiltPackage } from './buildPackage.ts';
import { packageTargets } from './packageTargets.ts';

/** Packs every target of `dist/`, which must be built, with libraries fetched for each, one after the other. */
export async function buildAllPackages(say: (line: string) => void): Promise<BuiltPackage[]> {
  const built: BuiltPackage[] = [];
  for (const { name } of packageTargets) {
    say(`${name} (${built.length + 1} of ${packageTargets.length})`);
    built.push(await buildPackage({ target: name, fresh: true }));
  }
  return built;
}

/** What was built: target, number of files, size and file. */
export function packageTable(packages: readonly BuiltPackage[]): string {
  const rows = [
    ['target', 'files', 'size', 'file'],
    ...packages.map(({ target, entries, size, file }) => [
      target,
      String(entries.length),
      megabytes(size),
      path.relative(process.cwd(), file),
    ]),
  ];
  const width = (column: number): number => Math.max(...rows.map(row => row[column]?.length ?? 0));
  return rows
    .map(([target = '', files = '', size = '', file = '']) =>
      [target.padEnd(width(0)), files.padStart(width(1)), size.padStart(width(2)), file].join('  '),
    )
    .join('\n');
}
