import { views } from '../../contributions.ts';

/** Endings of the pictures that the editor shows by itself; Sightline's picture editor is only offered for them. */
export const shownByTheEditor: readonly string[] = [
  'jpg',
  'jpeg',
  'jpe',
  'jfif',
  'png',
  'webp',
  'gif',
  'avif',
  'svg',
  'bmp',
  'ico',
];

/** The view type that `package.json` contributes for a picture's file. */
export function pictureViewType(path: string): string {
  const ending = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  return shownByTheEditor.includes(ending) ? views.otherPicture : views.picture;
}
