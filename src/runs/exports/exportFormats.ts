/** Every form in which results come out. */
export type ExportFormatId =
  | 'jsonl'
  | 'csv'
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
    help: 'One JSON object a line: file, text, columns, model, size, SHA-256.',
  },
  {
    id: 'csv',
    label: 'CSV',
    target: 'file',
    fileName: 'descriptions.csv',
    needsPictures: false,
    help: 'One row per image (RFC 4180, UTF-8).',
  },
  {
    id: 'markdown',
    label: 'Markdown with thumbnails',
    target: 'file',
    fileName: 'descriptions.md',
    needsPictures: true,
    help: 'A document with thumbnails in a folder next to it.',
  },
  {
    id: 'huggingface',
    label: 'Hugging Face metadata.jsonl',
    target: 'file',
    fileName: 'metadata.jsonl',
    needsPictures: false,
    help: 'For load_dataset("imagefolder"); write it to the folder of the images.',
  },
  {
    id: 'coco',
    label: 'COCO captions',
    target: 'file',
    fileName: 'captions.json',
    needsPictures: false,
    help: 'Images and annotations in one JSON file, as COCO has captions.',
  },
  {
    id: 'cocoBoxes',
    label: 'COCO boxes',
    target: 'file',
    fileName: 'instances.json',
    needsPictures: false,
    hasBoxes: true,
    help: 'Recognized objects with boxes and scores in one JSON file, as COCO has instances.',
  },
  {
    id: 'yolo',
    label: 'YOLO labels',
    target: 'otherFolder',
    fileName: 'labels/NAME.txt',
    needsPictures: false,
    hasBoxes: true,
    help: 'Recognized objects as label files with data.yaml, in another folder; existing labels are kept.',
  },
  {
    id: 'txt',
    label: 'Text file per image (.txt)',
    target: 'runFolder',
    fileName: 'NAME.txt',
    needsPictures: false,
    help: 'NAME.txt for NAME.jpg; where there is a NAME.png too, NAME.jpg.txt and NAME.png.txt.',
  },
  {
    id: 'caption',
    label: 'Caption file per image (.caption)',
    target: 'runFolder',
    fileName: 'NAME.caption',
    needsPictures: false,
    help: 'The same with the ending .caption, which training tools read where .txt holds labels.',
  },
  {
    id: 'xmp',
    label: 'XMP file per image (.xmp)',
    target: 'runFolder',
    fileName: 'NAME.EXT.xmp',
    needsPictures: false,
    help: 'The description as metadata that darktable, digiKam, Immich and exiftool read.',
  },
  {
    id: 'xmpCopies',
    label: 'Copies with the description inside (XMP)',
    target: 'otherFolder',
    fileName: 'NAME.EXT',
    needsPictures: true,
    help: 'In another folder; what is not JPEG, PNG or WebP gets NAME.EXT.xmp beside it.',
  },
];

/** The format of an id. */
export function exportFormat(id: ExportFormatId): ExportFormat {
  const format = exportFormats.find(one => one.id === id);
  if (format === undefined) throw new Error(`There is no export format "${id}".`);
  return format;
}
