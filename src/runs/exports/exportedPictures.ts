/** The manifest in a folder of copies; by it the folder is known as one. */
export const copiesManifest = 'sightline-copies.manifest.json';

/** The name of the manifest beside an export. */
export function manifestOf(name: string): string {
  return `${name}.manifest.json`;
}

/** The name of the folder with the small pictures of a page. */
export function thumbnailFolderOf(page: string): string {
  return `${stem(page)}-thumbnails`;
}

/** Whether a folder, by its name and those beside it, holds the small pictures of a page that was exported. */
export function holdsThumbnails(folder: string, beside: readonly string[]): boolean {
  return (
    folder.endsWith('-thumbnails') &&
    beside.some(name => {
      const page = name.endsWith('.manifest.json') ? name.slice(0, -'.manifest.json'.length) : undefined;
      return page !== undefined && thumbnailFolderOf(page) === folder;
    })
  );
}

function stem(name: string): string {
  return name.replace(/\.[^.]*$/, '');
}
