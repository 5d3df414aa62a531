import { bboxOf, scoreOf, type Detections } from './detections.ts';

/** The columns that tables and records have of a picture's detections. `text` is the description itself. */
export const detectionColumns = ['objects', 'faces', 'textLines', 'codes'] as const;

type DetectionColumn = (typeof detectionColumns)[number];

/**
 * What the columns are called beside those of the answers, which keep their names: one that is taken gets `detected_` before
 * it, as often as it takes.
 */
export function detectionNames(taken: readonly string[]): Record<DetectionColumn, string> {
  const free = (column: string): string => {
    let name = column;
    while (taken.includes(name)) name = `detected_${name}`;
    return name;
  };
  const [objects, faces, textLines, codes] = detectionColumns;
  return { objects: free(objects), faces: free(faces), textLines: free(textLines), codes: free(codes) };
}

/** A picture's detections, each with its box as COCO has it: left, top, width, height, in pixels. */
export function detectionValues({
  things,
  faces,
  lines,
  codes,
}: Detections): Record<DetectionColumn, unknown[]> {
  return {
    objects: things.map(({ label, score, box }) => ({ label, score: scoreOf(score), bbox: bboxOf(box) })),
    faces: faces.map(({ score, box }) => ({ score: scoreOf(score), bbox: bboxOf(box) })),
    textLines: lines.map(({ text, score, box }) => ({ text, score: scoreOf(score), bbox: bboxOf(box) })),
    codes: codes.map(({ format, text, box }) => ({ format, text, bbox: bboxOf(box) })),
  };
}

/** The values under the names of their columns. */
export function namedDetections(
  names: Record<DetectionColumn, string>,
  detections: Detections,
): Record<string, unknown> {
  const values = detectionValues(detections);
  return Object.fromEntries(detectionColumns.map(column => [names[column], values[column]]));
}
