import { t } from '../../base/l10n.ts';

/** Every form in which results come out. */
export type ExportFormatId =
  | 'jsonl'
  | 'csv'
  | 'parquet'
  | 'markdown'
  | 'huggingface'
  | 'coco'
  | 'cocoBoxes'
  | 'yolo'
  | 'txt'
  | 'caption'
  | 'xmp'
  | 'xmpCopies';

/** A form of export, as the editor and the command line list it. */
export interface ExportFormat {
  id: ExportFormatId;
  label: string;
  /**
   * What the export is told: the location of a file; the folder of the run, whose pictures get a file each beside them; or
   * another folder, which is filled.
   */
  target: 'file' | 'runFolder' | 'otherFolder';
  /** The file's usual name, or how the names of many are made. */
  fileName: string;
  /** Whether `readPicture` is needed. */
  needsPictures: boolean;
  /** It is about what was recognised, and where. */
  hasBoxes?: true;
  /** One sentence. */
  help: string;
}

/** All formats, the most used first. */
export const exportFormats: readonly ExportFormat[] = [
  {
    id: 'jsonl',
    label: 'JSON Lines',
    target: 'file',
    fileName: 'descriptions.jsonl',
    needsPictures: false,
    get help() {
      return t('One JSON object a line: file, text, columns, model, size, SHA-256.');
    },
  },
  {
    id: 'csv',
    label: 'CSV',
    target: 'file',
    fileName: 'descriptions.csv',
    needsPictures: false,
    get help() {
      return t('One row per image (RFC 4180, UTF-8).');
    },
  },
  {
    id: 'parquet',
    label: 'Parquet',
    target: 'file',
    fileName: 'descriptions.parquet',
    needsPictures: false,
    get help() {
      return t('The columns of CSV with their types, for pandas, Polars, DuckDB and Spark.');
    },
  },
  {
    id: 'markdown',
    get label() {
      return t('Markdown with thumbnails');
    },
    target: 'file',
    fileName: 'descriptions.md',
    needsPictures: true,
    get help() {
      return t('A document with thumbnails in a folder next to it.');
    },
  },
  {
    id: 'huggingface',
    label: 'Hugging Face metadata.jsonl',
    target: 'file',
    fileName: 'metadata.jsonl',
    needsPictures: false,
    get help() {
      return t('For load_dataset("imagefolder"); write it to the folder of the images.');
    },
  },
  {
    id: 'coco',
    get label() {
      return t('COCO captions');
    },
    target: 'file',
    fileName: 'captions.json',
    needsPictures: false,
    get help() {
      return t('Images and annotations in one JSON file, as COCO has captions.');
    },
  },
  {
    id: 'cocoBoxes',
    get label() {
      return t('COCO boxes');
    },
    target: 'file',
    fileName: 'instances.json',
    needsPictures: false,
    hasBoxes: true,
    get help() {
      return t('Recognized objects with boxes and scores in one JSON file, as COCO has instances.');
    },
  },
  {
    id: 'yolo',
    get label() {
      return t('YOLO labels');
    },
    target: 'otherFolder',
    fileName: 'labels/NAME.txt',
    needsPictures: false,
    hasBoxes: true,
    get help() {
      return t(
        'Recognized objects as label files with data.yaml, in another folder; existing labels are kept.',
      );
    },
  },
  {
    id: 'txt',
    get label() {
      return t('Text file per image (.txt)');
    },
    target: 'runFolder',
    fileName: 'NAME.txt',
    needsPictures: false,
    get help() {
      return t('NAME.txt for NAME.jpg; where there is a NAME.png too, NAME.jpg.txt and NAME.png.txt.');
    },
  },
  {
    id: 'caption',
    get label() {
      return t('Caption file per image (.caption)');
    },
    target: 'runFolder',
    fileName: 'NAME.caption',
    needsPictures: false,
    get help() {
      return t('The same with the ending .caption, which training tools read where .txt holds labels.');
    },
  },
  {
    id: 'xmp',
    get label() {
      return t('XMP file per image (.xmp)');
    },
    target: 'runFolder',
    fileName: 'NAME.EXT.xmp',
    needsPictures: false,
    get help() {
      return t('The description as metadata that darktable, digiKam, Immich and exiftool read.');
    },
  },
  {
    id: 'xmpCopies',
    get label() {
      return t('Copies with the description inside (XMP)');
    },
    target: 'otherFolder',
    fileName: 'NAME.EXT',
    needsPictures: true,
    get help() {
      return t('In another folder; what is not JPEG, PNG or WebP gets NAME.EXT.xmp beside it.');
    },
  },
];

/** The format of an id. */
export function exportFormat(id: ExportFormatId): ExportFormat {
  const format = exportFormats.find(one => one.id === id);
  if (format === undefined) throw new Error(`There is no export format "${id}".`);
  return format;
}
