import type { Findings, FirstFindings } from '../../recognition/findings.ts';
import type { ImageKind } from '../../recognition/imageKind.ts';
import { statedFirst } from '../../recognition/stated.ts';
import type { Measures } from './measure.ts';

/** What an image is, by its pixels and by what was found in it. */
export function judgeKind(measures: Measures, findings: Findings): ImageKind {
  if (isPhotoAtFirstSight(measures, findings)) return 'photo';
  return measures.kind.kind;
}

/** Whether it is a photo whatever text will be read in it: its pixels say so, and a thing or a face is surely there. */
export function isPhotoAtFirstSight(measures: Measures, first: FirstFindings): boolean {
  if (measures.kind.kind !== 'photo') return false;
  const { groups, faces } = statedFirst(first, 'photo');
  return faces.length > 0 || groups.some(({ stated }) => stated.length > 0);
}
