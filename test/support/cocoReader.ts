import * as z from 'zod';

/**
 * Reads object detections as COCO publishes them (https://cocodataset.org/#format-data), strictly: every member that is not in
 * the format and every number that means nothing is an error. What it gives is what `pycocotools` would index.
 */
export interface CocoDetections {
  /** The boxes of each image, by the image's file name. */
  boxes: Record<string, { category: string; bbox: number[]; score: number | undefined }[]>;
  /** Width and height of each image. */
  sizes: Record<string, [number, number]>;
  categories: string[];
}

const id = z.int().positive();
const document = z.strictObject({
  info: z.strictObject({
    year: z.int().optional(),
    version: z.string(),
    description: z.string(),
    contributor: z.string(),
    url: z.string().optional(),
    date_created: z.string().optional(),
  }),
  licenses: z.array(z.strictObject({ id, name: z.string(), url: z.string() })),
  images: z.array(
    z.strictObject({
      id,
      width: z.int().positive(),
      height: z.int().positive(),
      file_name: z.string().min(1),
      license: id,
    }),
  ),
  annotations: z.array(
    z.strictObject({
      id,
      image_id: id,
      category_id: id,
      segmentation: z.array(z.array(z.number())),
      area: z.number().positive(),
      bbox: z.array(z.number()).length(4),
      iscrowd: z.literal([0, 1]),
      // Of results of a detector; readers of ground truth pass over it.
      score: z.number().min(0).max(1).optional(),
    }),
  ),
  categories: z.array(z.strictObject({ id, name: z.string(), supercategory: z.string() })),
});

/** @throws where the text is no such document. */
export function readCocoDetections(text: string): CocoDetections {
  const { images, annotations, categories, licenses } = document.parse(JSON.parse(text));
  for (const list of [images, annotations, categories, licenses])
    if (new Set(list.map(one => one.id)).size !== list.length) throw new Error('An id is there twice.');
  const read: CocoDetections = { boxes: {}, sizes: {}, categories: categories.map(({ name }) => name) };
  for (const { file_name: name, width, height, license } of images) {
    if (!licenses.some(one => one.id === license)) throw new Error(`${name} has no licence.`);
    read.sizes[name] = [width, height];
    read.boxes[name] = [];
  }
  for (const { id: number, image_id, category_id, bbox, area, score } of annotations) {
    const image = images.find(one => one.id === image_id);
    const category = categories.find(one => one.id === category_id);
    if (image === undefined || category === undefined) throw new Error(`Annotation ${number} is of nothing.`);
    const [x = 0, y = 0, width = 0, height = 0] = bbox;
    if (x < 0 || y < 0 || width <= 0 || height <= 0) throw new Error(`Annotation ${number} has no box.`);
    if (x + width > image.width + 0.011 || y + height > image.height + 0.011)
      throw new Error(`Annotation ${number} is not in its image.`);
    if (Math.abs(area - width * height) > 0.01 * (image.width + image.height + 1))
      throw new Error(`Annotation ${number} has another area than its box.`);
    read.boxes[image.file_name]?.push({ category: category.name, bbox, score });
  }
  return read;
}
