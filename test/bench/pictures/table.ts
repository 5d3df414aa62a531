import {
  colourDifference,
  coloursCount,
  type ListedPicture,
  type ReadPicture,
  tolerance,
} from './listedPicture.ts';

const columns = [
  'format',
  'files',
  'reference',
  'we',
  'both',
  'same size',
  'colours',
  'of',
  'slowest s',
  'peak MB',
  'crashes',
];

/** The figures by format, and of all, as a table. */
export function table(results: readonly (readonly [ListedPicture, ReadPicture])[]): string {
  const groups = Map.groupBy(results, ([, read]) => read.format);
  const rows = [...groups]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([format, group]) => row(format, group));
  return [columns, ...rows, row('all', results)]
    .map(cells => cells.map((cell, at) => (at === 0 ? cell.padEnd(10) : cell.padStart(11))).join(''))
    .join('\n');
}

function row(format: string, group: readonly (readonly [ListedPicture, ReadPicture])[]): string[] {
  const number = (is: (listed: ListedPicture, read: ReadPicture) => boolean): string =>
    String(group.filter(([listed, read]) => is(listed, read)).length);
  const counted: typeof number = is =>
    number(
      (listed, read) =>
        read.picture !== undefined &&
        listed.reference !== null &&
        coloursCount(listed.reference) &&
        is(listed, read),
    );
  return [
    format,
    String(group.length),
    number(({ reference }) => reference !== null),
    number((_, { picture }) => picture !== undefined),
    number(({ reference }, { picture }) => reference !== null && picture !== undefined),
    number(
      ({ reference }, { picture }) =>
        reference?.width === picture?.width && reference?.height === picture?.height && picture !== undefined,
    ),
    counted(
      ({ reference }, { picture }) =>
        colourDifference(picture?.rgb4x4 ?? [], reference?.rgb4x4 ?? []) <= tolerance,
    ),
    counted(() => true),
    (Math.max(...group.map(([, { ms }]) => ms)) / 1000).toFixed(2),
    Math.max(...group.map(([, { peakMb }]) => peakMb)).toFixed(0),
    number((_, { crash }) => crash === true),
  ];
}
