import { counted } from '../../base/l10n.ts';
import { literalMarkdown } from '../../base/literalMarkdown.ts';
import { cellsOf, columnsOf } from '../../schema/columns.ts';
import type { Description } from '../runRow.ts';
import type { ExportedRun, ExportOptions } from './exportOptions.ts';
import { orderedMap } from '../../base/orderedMap.ts';
import type { WrittenFile } from './manifest.ts';
import { describedPictures, type ExportStats } from './exportStats.ts';
import { thumbnailWriter } from './thumbnails.ts';

/** Pictures that are made small at the same time. */
const ahead = 4;

/** Images of one page: a viewer takes seconds to open more. */
export const imagesOfPage = 500;

/** One of the files of a Markdown export. */
export interface MarkdownPage {
  /** Beside the first page. */
  name: string;
  content: AsyncIterable<string>;
}

/** The names of the pages of so many images, of which the first is called `name`: `a.md`, `a-2.md`, `a-3.md`. */
export function pageNames(name: string, images: number): string[] {
  const pages = Math.max(1, Math.ceil(images / imagesOfPage));
  return Array.from({ length: pages }, (_, index) => pageName(name, index + 1));
}

function pageName(name: string, number: number): string {
  if (number === 1) return name;
  const end = name.lastIndexOf('.');
  return end <= 0 ? `${name}-${number}` : `${name.slice(0, end)}-${number}${name.slice(end)}`;
}

/**
 * Pages to read, which lead to each other: for each picture its name, a small picture that links to it, its description, and a
 * table of its columns. Each page is to be read whole before the next. The description is a model's text: its Markdown stays,
 * but HTML and pictures in it are shown as what they are, text, so that reading a page fetches nothing.
 */
export async function* markdownPages(
  run: ExportedRun,
  target: string,
  options: ExportOptions,
  { stats, notes, files }: { stats: ExportStats; notes: string[]; files: WrittenFile[] },
): AsyncGenerator<MarkdownPage, void, undefined> {
  const { folder, name } = options.files.split(target);
  const thumbnail = thumbnailWriter(target, options, files);
  const pictures = orderedMap(describedPictures(run, options, stats), ahead, async picture => ({
    ...picture,
    small: await thumbnail(picture.row),
  }));
  let missing = 0;
  let next = await pictures.next();

  async function* page(number: number): AsyncGenerator<string, void, undefined> {
    yield `# ${literalMarkdown(run.title)}${number === 1 ? '' : ` (page ${number})`}\n`;
    yield `\n${quoted(run.question.prompt)}\n`;
    for (let count = 0; count < imagesOfPage && next.done !== true; count++) {
      const { row, description, small } = next.value;
      if (small === undefined) missing++;
      const address = options.files.relative(folder, row.picture.location) ?? row.picture.name;
      yield section(row.picture.name, { address, small, text: descriptionText(run, description) });
      next = await pictures.next();
    }
    const ways = [
      ...(number === 1 ? [] : [`[Previous page](${linkTo(pageName(name, number - 1))})`]),
      ...(next.done === true ? [] : [`[Next page](${linkTo(pageName(name, number + 1))})`]),
    ];
    if (ways.length > 0) yield `\n---\n\n${ways.join(' · ')}\n`;
  }

  try {
    for (let number = 1; number === 1 || next.done !== true; number++)
      yield { name: pageName(name, number), content: page(number) };
  } finally {
    await pictures.return();
  }
  if (missing > 0)
    notes.push(
      counted(
        missing,
        '{count} image has no thumbnail: the file could not be read or has changed since it was described.',
        '{count} images have no thumbnail: the file could not be read or has changed since it was described.',
      ),
    );
}

function section(
  name: string,
  { address, small, text }: { address: string; small: string | undefined; text: string },
): string {
  const shown =
    small === undefined ? '' : `\n[![${literalMarkdown(name)}](${linkTo(small)})](${linkTo(address)})\n`;
  return `\n## ${literalMarkdown(name)}\n${shown}\n${text}\n`;
}

function descriptionText(run: ExportedRun, { text, columns }: Description): string {
  const schema = run.question.schema?.schema;
  return schema === undefined || columns === undefined
    ? quoted(text)
    : table(columnsOf(schema), cellsOf(schema, columns));
}

/** The address of a path in Markdown: any name comes through, in any of its brackets. */
export function linkTo(path: string): string {
  return path
    .split('/')
    .map(part => encodeURIComponent(part).replace(/[!'()*~]/g, mark => `%${mark.charCodeAt(0).toString(16)}`))
    .join('/');
}

/** A model's text in a quotation, whose end ends whatever was left open in it. */
function quoted(text: string): string {
  return (
    text
      // Not by a backslash: one of the text's own before it would undo it.
      .replace(/</g, '&lt;')
      .replace(/!\[/g, '!\\[')
      .split(/\r\n?|\n/)
      .map(line => `> ${line}`.trimEnd())
      .join('\n')
  );
}

function table(columns: readonly string[], values: readonly string[]): string {
  const rows = columns.map((name, at) => `| ${cell(name)} | ${cell(values[at] ?? '')} |`);
  return ['| | |', '| --- | --- |', ...rows].join('\n');
}

/** A text as a cell of a table. */
export function cell(text: string): string {
  return text
    .split(/\r\n?|\n/)
    .map(literalMarkdown)
    .join('<br>');
}
