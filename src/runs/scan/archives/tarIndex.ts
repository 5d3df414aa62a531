import { t } from '../../../base/l10n.ts';
import { blockBytes, paxRecords, tarHeader, textIn, type TarHeader } from './tarHeader.ts';

/** Where the data of a member lies in the archive; `other` is what is no plain file. */
export interface TarMember {
  kind: 'file' | 'other';
  offset: number;
  byteLength: number;
}

/** What is in an archive. */
export interface TarIndex {
  /** By name, its parts divided by `/`; of several with one name the last, as unpacking would leave it. */
  members: ReadonlyMap<string, TarMember>;
  /** Why it could not be read to its end, and the name of what could not be read; what comes before is in the index. */
  fault?: { name: string; reason: string };
}

/** A file that is read in places. */
export interface TarSource {
  byteLength: number;
  /** So many bytes from a place, all of which lie in the file. They are gone with the next call. */
  read: (offset: number, byteLength: number) => Promise<Uint8Array>;
}

/** Most members of an archive that are read, most bytes of a header that only belongs to another, and the longest name. */
const [mostMembers, mostExtraBytes, longestName] = [1_000_000, 1_048_576, 1_024];

/** Types of members that have no data, whatever size is written: links, devices, folders, pipes. */
const withoutData = '123456';

/** What headers said of the member that is to come. */
interface Announced {
  name?: string;
  size?: number;
  isSparse?: true;
}

/** Goes once through the headers of an archive, from one to the next, past the data. */
export async function tarIndex(source: TarSource): Promise<TarIndex> {
  const members = new Map<string, TarMember>();
  let announced: Announced = {};
  let at = 0;
  const failed = (reason: string, name = `byte ${at}`): TarIndex => ({ members, fault: { name, reason } });
  const cutOff = (): string => (at === 0 ? t('it is not a tar archive') : t('the archive is cut off'));
  while (at < source.byteLength) {
    if (at + blockBytes > source.byteLength) return failed(cutOff());
    const block = (await source.read(at, blockBytes)).slice();
    const header = tarHeader(block);
    if (header === 'end') return { members };
    if (header === undefined)
      return failed(at === 0 ? t('it is not a tar archive') : t('the archive is damaged'));
    const isExtra = 'xgLK'.includes(header.type);
    const size = isExtra ? header.size : (announced.size ?? header.size);
    const name = isExtra ? '' : inertName(announced.name ?? header.name);
    const data = at + blockBytes;
    const next = await nextHeader(source, at, block, { ...header, size });
    // The last block need not be filled up.
    if (data + size > source.byteLength && next > source.byteLength)
      return failed(cutOff(), name || undefined);
    if (isExtra) {
      if (size > mostExtraBytes) return failed(t('the archive is damaged'));
      announced = { ...announced, ...announcedBy(header, await source.read(data, size)) };
    } else {
      if (members.size >= mostMembers) return failed(t('the archive has too many members'));
      if (isNamed(name, header))
        members.set(name, {
          kind: '07'.includes(header.type) && announced.isSparse !== true ? 'file' : 'other',
          offset: data,
          byteLength: size,
        });
      announced = {};
    }
    at = next;
  }
  // The blocks of zeros at the end are missing in archives of some programs.
  return announced.name === undefined ? { members } : failed(cutOff());
}

/** A folder is none of the members; nor is what has no name or one that no system has. */
function isNamed(name: string, header: TarHeader): boolean {
  return name !== '' && name.length <= longestName && header.type !== '5' && !header.name.endsWith('/');
}

/** What a header says that belongs to the next one: by pax, or by GNU's long names. */
function announcedBy({ type }: TarHeader, data: Uint8Array): Announced {
  if (type === 'L') return { name: textIn(data) };
  if (type !== 'x') return {};
  const records = paxRecords(data);
  const name = records.get('path');
  const size = Number(records.get('size') ?? NaN);
  const isSparse = [...records.keys()].some(key => key.startsWith('GNU.sparse.'));
  return {
    ...(name === undefined ? {} : { name }),
    ...(Number.isSafeInteger(size) && size >= 0 ? { size } : {}),
    ...(isSparse ? { isSparse } : {}),
  };
}

/** Where the header after a member lies; GNU's sparse files may have more than one header. */
async function nextHeader(source: TarSource, at: number, block: Uint8Array, own: TarHeader): Promise<number> {
  let data = at + blockBytes;
  if (own.type === 'S' && block[482] === 1)
    for (let goesOn = true; goesOn && data + blockBytes <= source.byteLength; data += blockBytes)
      goesOn = (await source.read(data, blockBytes))[504] === 1;
  const size = withoutData.includes(own.type) ? 0 : own.size;
  return data + Math.ceil(size / blockBytes) * blockBytes;
}

/**
 * A member's name as a way below the archive and nowhere else: without what makes a path absolute, and with steps up
 * written so that they are none.
 */
function inertName(name: string): string {
  return name
    .replaceAll('\\', '%5C')
    .split('/')
    .filter(part => part !== '' && part !== '.')
    .map(part => (part === '..' ? '%2E%2E' : part))
    .join('/');
}
