import path from 'node:path';
import { plural } from '../../base/format.ts';
import { nodePictureFiles } from '../../runs/scan/nodePictureFiles.ts';
import { scanHere } from '../../runs/scan/scanHere.ts';
import { noteSkipped } from '../describing/newRecord.ts';
import { fromHere } from '../describing/resultObject.ts';
import type { Session } from '../session.ts';

/**
 * The images that were named, in their order, and those of folders that were named in their places; each by its path from the
 * current folder.
 */
export async function givenImages(session: Session, paths: readonly string[]): Promise<string[]> {
  const { out, signal } = session;
  const pictureFiles = nodePictureFiles();
  const images: string[] = [];
  for (const given of paths) {
    const kind = given === '-' ? undefined : (await pictureFiles.stat(given))?.kind;
    if (kind !== 'folder') {
      images.push(given);
      continue;
    }
    const { pictures, skipped } = await scanHere([path.resolve(given)], {
      signal,
      onProgress: count => out.progress(`Looking for images: ${plural(count, 'image')}…`),
    });
    noteSkipped(session, skipped);
    images.push(...pictures.map(({ location }) => fromHere(location)));
  }
  return images;
}
