import { figure } from '../../runs/runWords.ts';

/** Why no run begins: `There are no pictures in “notes”, only 2 other files.` */
export function noPicturesWords(title: string, otherFiles: number): string {
  const others =
    otherFiles === 0
      ? ''
      : `, only ${otherFiles === 1 ? 'one other file' : `${figure(otherFiles)} other files`}`;
  return `There are no pictures in “${title}”${others}.`;
}
