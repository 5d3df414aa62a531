import { baseName } from '../../base/baseName.ts';
import { plainText } from '../../runs/exports/plainText.ts';
import type { TextLine } from '../../recognition/findings.ts';

/** An image whose text was read. */
export interface ReadImage {
  /** As it was given. */
  file: string;
  /** Of the upright image, pixels. */
  width: number;
  height: number;
  /** In reading order. */
  lines: readonly TextLine[];
}

/**
 * The beginning of an hOCR document (version 1.2, https://kba.github.io/hocr-spec/1.2/): pages follow, then {@link hocrEnd}.
 * @param version of Sightline.
 */
export function hocrStart(version: string): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">',
    '<html xmlns="http://www.w3.org/1999/xhtml">',
    '<head>',
    '<title></title>',
    '<meta http-equiv="Content-Type" content="text/html; charset=utf-8"/>',
    `<meta name="ocr-system" content="Sightline ${escaped(version)}"/>`,
    '<meta name="ocr-capabilities" content="ocr_page ocr_line ocrp_wconf"/>',
    '</head>',
    '<body>',
    '',
  ].join('\n');
}

/** An image as a page of the document: a line for each line that was read, with its box and how sure it is, in percent. */
export function hocrPage({ file, width, height, lines }: ReadImage, number: number): string {
  const page = `image ${quoted(file)}; bbox 0 0 ${Math.round(width)} ${Math.round(height)}; ppageno ${number - 1}`;
  return [
    `<div class="ocr_page" id="page_${number}" title="${escaped(page)}">`,
    ...lines.map(({ text, score, box }, at) => {
      const right = Math.min(width, box.x + box.width);
      const bottom = Math.min(height, box.y + box.height);
      const corners = [Math.max(0, box.x), Math.max(0, box.y), right, bottom].map(Math.round);
      const title = `bbox ${corners.join(' ')}; x_wconf ${Math.round(score * 100)}`;
      return `<span class="ocr_line" id="line_${number}_${at + 1}" title="${title}">${escaped(text)}</span>`;
    }),
    '</div>',
    '',
  ].join('\n');
}

/** What ends the document. */
export const hocrEnd = '</body>\n</html>\n';

/** A file's name as the format quotes it, which knows no way to write a quotation mark in one. */
function quoted(file: string): string {
  const name = file.includes('"') ? baseName(file).replaceAll('"', "'") : file;
  return `"${name}"`;
}

/** Text in which nothing is a mark of XML, and which any reader of XML takes. */
function escaped(text: string): string {
  return plainText(text)
    .replace(/[\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>"']/g, mark => `&#${mark.charCodeAt(0)};`);
}
