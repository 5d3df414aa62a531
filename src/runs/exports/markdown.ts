import { plural } from '../../base/format.ts';
import { literalMarkdown } from '../../base/literalMarkdown.ts';
import { cellsOf, columnsOf } from '../../schema/columns.ts';
import type { ExportedRun, ExportOptions } from './exportOptions.ts';
import { orderedMap } from '../../base/orderedMap.ts';
import type { WrittenFile } from './manifest.ts';
import { describedPictures, type ExportStats } from './exportStats.ts';
import { thumbnailWriter } from './thumbnails.ts';

/** Pictures that are made small at the same time. */
const ahead = 4;

/**
 * A page to read: for each picture its name, a small picture that links to it, its description, and a table of its columns.
 * The description is a model's text: its Markdown stays, but HTML and pictures in it are shown as what they are, text, so
 * that reading the page fetches nothing.
 */
export async function* markdown(
  run: ExportedRun,
  target: string,
  options: ExportOptions,
  { stats, notes, files }: { stats: ExportStats; notes: string[]; files: WrittenFile[] },
): AsyncGenerator<string, void, undefined> {
  const { folder } = options.files.split(target);
  const thumbnail = thumbnailWriter(target, options, files);
  const schema = run.question.schema?.schema;
  yield `# ${literalMarkdown(run.title)}\n\n${quoted(run.question.prompt)}\n`;
  let missing = 0;
  const pictures = orderedMap(describedPictures(run, options, stats), ahead, async picture => ({
    ...picture,
    small: await thumbnail(picture.row),
  }));
  for await (const { row, description, small } of pictures) {
    const { name, location } = row.picture;
    yield `\n## ${literalMarkdown(name)}\n`;
    const address = linkTo(options.files.relative(folder, location) ?? name);
    if (small === undefined) missing++;
    else yield `\n[![${literalMarkdown(name)}](${linkTo(small)})](${address})\n`;
    yield `\n${schema === undefined || description.columns === undefined ? quoted(description.text) : table(columnsOf(schema), cellsOf(schema, description.columns))}\n`;
  }
  if (missing > 0)
    notes.push(
      `${plural(missing, 'image has', 'images have')} no thumbnail: the file could not be read or has changed since it was described.`,
    );
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
