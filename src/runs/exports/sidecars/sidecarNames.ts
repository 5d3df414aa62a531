/** Kinds of files that stand beside a picture. */
export type SidecarKind = 'txt' | 'caption' | 'xmp';

/** The endings of each kind: the usual one, then those that are offered where it is taken. */
export const sidecarEndings: Record<SidecarKind, readonly [string, ...string[]]> = {
  txt: ['.txt', '.caption', '.sightline.txt'],
  caption: ['.caption', '.sightline.caption', '.sightline.txt'],
  xmp: ['.xmp', '.sightline.xmp'],
};

/** Endings of what training tools take for a picture. */
const pictureEnding = /\.(jpe?g|jfif|a?png|webp|gif|bmp|tiff?|avif|heic|heif|jxl|jp2)$/i;

/**
 * What the sidecars of a folder's pictures are called before their ending. The rule: `NAME` of `NAME.EXT`, as training tools
 * look for it; but `NAME.EXT` whole for all pictures that share `NAME`, so that `a.jpg` and `a.png` never share a file.
 * Pictures of the folder that are not in the run count too, and letters that some disks hold for the same.
 * For `xmp` it is always `NAME.EXT`: darktable, digiKam, Immich and exiftool's users have it so, and `NAME.xmp` is where
 * Adobe's programs keep how a raw file was developed. They read descriptions of other pictures only inside them.
 */
export function sidecarBases(
  kind: SidecarKind,
  pictures: readonly string[],
  others: readonly string[],
): (picture: string) => string {
  if (kind === 'xmp') return picture => picture;
  const all = new Set([...pictures, ...others.filter(name => pictureEnding.test(name))]);
  const owners = new Map<string, number>();
  for (const name of all)
    for (const base of new Set([nameKey(stem(name)), nameKey(name)]))
      owners.set(base, (owners.get(base) ?? 0) + 1);
  return picture => (owners.get(nameKey(stem(picture))) === 1 ? stem(picture) : picture);
}

/** The same for names that the disks of macOS and Windows take for the same. */
export function nameKey(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

function stem(name: string): string {
  return name.replace(/(?<=.)\.[^.]*$/s, '');
}
