import type { Description } from '../runRow.ts';

/** Columns that hold the words on the whole picture, the first that is there and is text; `text` is what is written in a picture. */
const captionColumns = ['caption', 'alt', 'description'];

/** Columns that hold keywords, where they are lists of text. */
const keywordColumns = ['tags', 'keywords'];

/** What stands where a format has room for one text: the answer, or of an answer with columns the one that is its caption. */
export function captionOf(description: Description): string {
  const column = captionColumn(description);
  return column === undefined ? description.text : String(description.columns?.[column]);
}

/** The whole answer, where each is one record of a table: of an answer with columns, JSON on one line. */
export function recordText({ text, columns }: Pick<Description, 'text' | 'columns'>): string {
  return columns === undefined ? text : JSON.stringify(columns);
}

/** The answer with another caption, as the person left it: the text that becomes the run's edit. */
export function withCaption(description: Description, caption: string): string {
  const column = captionColumn(description);
  return column === undefined ? caption : JSON.stringify({ ...description.columns, [column]: caption });
}

/** The answer's keywords; none where it has no such column. */
export function keywordsOf({ columns = {} }: Description): string[] {
  const values: unknown[] = keywordColumns.map(name => columns[name]);
  const list: unknown[] = values.find(Array.isArray) ?? [];
  return list.filter(word => typeof word === 'string').filter(word => word.trim() !== '');
}

function captionColumn({ columns = {} }: Description): string | undefined {
  return captionColumns.find(name => {
    const value = columns[name];
    return typeof value === 'string' && value.trim() !== '';
  });
}
