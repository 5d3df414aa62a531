import { open, stat, type FileHandle } from 'node:fs/promises';
import { fillFrom } from '../../../base/node/fillFrom.ts';
import { maxFileBytes } from '../../../images/limits.ts';
import { hasPictureEnding } from '../../../images/pictureEndings.ts';
import { t } from '../../../base/l10n.ts';
import type { FolderEntry, PictureFiles } from '../../runPicture.ts';
import { tarIndex, type TarIndex, type TarMember, type TarSource } from './tarIndex.ts';

/** Whether a file is called as archives are that can be read in place; compressed ones cannot. */
export function hasArchiveEnding(name: string): boolean {
  return /\.tar$/i.test(name);
}

/** The paths of which a path may be a member, were they archives: all that end with `.tar` on the way to it. */
export function archivesOnTheWay(path: string): string[] {
  return [...path.matchAll(/\.tar[\\/]/gi)].map(({ index }) => path.slice(0, index + '.tar'.length));
}

/**
 * The bytes of an archive's member, read from their place.
 * @returns `undefined` where no archive is on the way to the path.
 * @throws the system's error, or one that says why they cannot be read; an AbortError once the signal fires.
 */
export async function readArchived(path: string, signal?: AbortSignal): Promise<Uint8Array | undefined> {
  const found = await archiveOf(path);
  if (found === undefined) return undefined;
  const { archive, index, name } = found;
  if (index.fault?.name === name) throw new NotRead(index.fault.reason);
  const member = index.members.get(name);
  if (member?.kind !== 'file') throw new NotRead(t('it is not in the archive'));
  signal?.throwIfAborted();
  const handle = await open(archive);
  try {
    return await readMember(handle, member);
  } finally {
    await handle.close();
  }
}

/** What an archive's member is; `undefined` where there is none. */
export async function archivedStat(path: string): ReturnType<PictureFiles['stat']> {
  const found = await archiveOf(path).catch(() => undefined);
  const member = found?.index.members.get(found.name);
  if (found === undefined || member === undefined) return undefined;
  return { kind: member.kind, byteLength: member.byteLength, modifiedAt: found.modifiedAt };
}

/** The members of an archive that are called as pictures are; `undefined` where it is none. */
export async function archivedEntries(
  archive: string,
): Promise<Pick<FolderEntry, 'name' | 'kind' | 'isReal' | 'fault'>[] | undefined> {
  if (!hasArchiveEnding(archive)) return undefined;
  const found = await archiveOf(`${archive}/`);
  if (found === undefined) return undefined;
  const { members, fault } = found.index;
  const pictures = [...members].filter(([name]) => hasPictureEnding(name) && !isHidden(name));
  return [
    ...pictures.map(([name, { kind }]) => ({ name, kind, isReal: true })),
    ...(fault === undefined
      ? []
      : [{ name: fault.name, kind: 'other' as const, fault: fault.reason, isReal: true }]),
  ];
}

function isHidden(name: string): boolean {
  return name.split('/').some(part => part.startsWith('.'));
}

/** An archive as it was when it was indexed. */
interface Indexed {
  byteLength: number;
  modifiedAt: number;
  index: Promise<TarIndex>;
}

/** Archives whose index is kept: a run goes through them one after the other, a few pictures ahead. */
const mostKept = 4;
const kept = new Map<string, Indexed>();

async function archiveOf(
  path: string,
): Promise<{ archive: string; name: string; modifiedAt: number; index: TarIndex } | undefined> {
  for (const archive of archivesOnTheWay(path)) {
    const now = await stat(archive);
    if (!now.isFile()) continue;
    const [byteLength, modifiedAt] = [now.size, Math.max(now.mtimeMs, now.ctimeMs)];
    const known = kept.get(archive);
    const isSame = known?.byteLength === byteLength && known.modifiedAt === modifiedAt;
    const indexed = isSame ? known : { byteLength, modifiedAt, index: indexOf(archive) };
    keep(archive, indexed);
    const name = path.slice(archive.length + 1).replaceAll('\\', '/');
    return { archive, name, modifiedAt, index: await indexed.index };
  }
  return undefined;
}

/** The one that was used last is the last to go. */
function keep(archive: string, indexed: Indexed): void {
  kept.delete(archive);
  kept.set(archive, indexed);
  // One that cannot be read is tried anew.
  indexed.index.catch(() => kept.delete(archive));
  for (const [oldest] of kept) if (kept.size > mostKept) kept.delete(oldest);
}

async function indexOf(archive: string): Promise<TarIndex> {
  const handle = await open(archive);
  try {
    const { size } = await handle.stat();
    return await tarIndex(inPieces(handle, size));
  } finally {
    await handle.close();
  }
}

/** Bytes that are read together: headers of small members lie close to each other. */
const pieceBytes = 65_536;

function inPieces(handle: FileHandle, byteLength: number): TarSource {
  const piece = Buffer.allocUnsafe(pieceBytes);
  let [from, length] = [0, 0];
  return {
    byteLength,
    async read(offset, wanted) {
      if (wanted > pieceBytes) return filled(handle, Buffer.allocUnsafe(wanted), offset);
      if (offset < from || offset + wanted > from + length) {
        length = 0;
        await filled(handle, piece.subarray(0, Math.min(pieceBytes, byteLength - offset)), offset);
        [from, length] = [offset, Math.min(pieceBytes, byteLength - offset)];
      }
      return piece.subarray(offset - from, offset - from + wanted);
    },
  };
}

async function readMember(handle: FileHandle, { offset, byteLength }: TarMember): Promise<Uint8Array> {
  if (byteLength > maxFileBytes) throw new NotRead(t('it is too large'));
  return filled(handle, Buffer.alloc(byteLength), offset);
}

async function filled(handle: FileHandle, bytes: Buffer, offset: number): Promise<Buffer> {
  const length = await fillFrom(handle, bytes, offset);
  if (length < bytes.length) throw new NotRead(t('the archive is cut off'));
  return bytes;
}

/** Its code is what a person reads as the reason. */
class NotRead extends Error {
  readonly code: string;

  constructor(reason: string) {
    super(reason);
    this.code = reason;
  }
}
