import { plural } from '../../base/format.ts';

/** Why no run begins: `There are no pictures in “notes”, only 2 other files.` */
export function noImagesText(title: string, otherFiles: number): string {
  const others = otherFiles === 0 ? '' : `, only ${plural(otherFiles, 'other file')}`;
  return `There are no images in “${title}”${others}.`;
}
