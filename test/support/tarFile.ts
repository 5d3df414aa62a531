/** Tar archives for tests, as the formats of POSIX and GNU have them. */

/** A member: its data, and how it is written. */
export interface TarEntry {
  name: string;
  data?: Uint8Array | string;
  /** One character; default: a file. */
  type?: string;
  /** Records of a pax header before it. */
  pax?: Record<string, string>;
  /** The size in the header, where it is another than that of the data. */
  size?: number;
}

/** The blocks of members, and unless `open`, those that end an archive. */
export function tarFile(entries: readonly TarEntry[], { open = false } = {}): Buffer {
  return Buffer.concat([...entries.flatMap(member), ...(open ? [] : [Buffer.alloc(1024)])]);
}

/** A member whose name is too long for its header, as GNU's tar writes it. */
export function gnuLongName(entry: TarEntry): TarEntry[] {
  return [
    { name: '././@LongLink', type: 'L', data: `${entry.name}\0` },
    { ...entry, name: entry.name.slice(0, 90) },
  ];
}

function member({ name, data = '', type = '0', pax, size }: TarEntry): Buffer[] {
  const bytes = Buffer.from(data);
  const before = pax === undefined ? [] : member({ name: 'PaxHeader', type: 'x', data: paxData(pax) });
  const filler = Buffer.alloc((512 - (bytes.length % 512)) % 512);
  return [...before, header(name, type, size ?? bytes.length), bytes, filler];
}

function header(name: string, type: string, size: number): Buffer {
  const block = Buffer.alloc(512);
  block.write(name, 0, 100);
  block.write('0000644\0', 100);
  block.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  block.write('00000000000\0', 136);
  block.write('        ', 148);
  block.write(type, 156);
  block.write('ustar\x0000', 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

function paxData(records: Record<string, string>): string {
  return Object.entries(records)
    .map(([key, value]) => {
      const rest = Buffer.byteLength(` ${key}=${value}\n`);
      // The length counts its own digits.
      const digits = [1, 2, 3, 4].find(count => String(rest + count).length === count) ?? 5;
      return `${rest + digits} ${key}=${value}\n`;
    })
    .join('');
}
