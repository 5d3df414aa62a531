import { createHash } from 'node:crypto';
import { iptcWithCaption } from './iptcCaption.ts';
import type { XmpProperties } from './xmpPacket.ts';

/** What an APP13 segment with Photoshop's resources begins with. */
export const photoshopSignature = Buffer.from('Photoshop 3.0\0', 'latin1');

const iptcBlock = 0x0404;
/** MD5 of the IPTC block as it was when the XMP packet was brought in line with it. */
const iptcDigest = 0x0425;

interface Resource {
  id: number;
  /** Its signature, id and name, as they stand. */
  head: Buffer;
  data: Buffer;
}

/**
 * Photoshop's resources, without their signature, with an IPTC block (where there is one) that says the same as the XMP
 * packet, and the digest by which readers know that.
 * @returns the same buffer where there is no IPTC block; `undefined` where there is one that cannot be written.
 */
export function resourcesWithCaption(content: Buffer, properties: XmpProperties): Buffer | undefined {
  if (!mayHoldIptc(content)) return content;
  const resources = readResources(content);
  const [block, ...more] = resources?.filter(({ id }) => id === iptcBlock) ?? [];
  if (resources === undefined || more.length > 0) return undefined;
  if (block === undefined) return content;
  const iptc = iptcWithCaption(block.data, properties);
  if (iptc === undefined) return undefined;
  const digest = createHash('md5').update(iptc).digest();
  return Buffer.concat([
    ...resources.flatMap(resource =>
      resource.id === iptcDigest ? [] : written(resource.head, resource === block ? iptc : resource.data),
    ),
    ...written(Buffer.from('8BIM\u0004\u0025\0\0', 'latin1'), digest),
  ]);
}

/** Whether the bytes of an IPTC block's head are anywhere in it. */
export function mayHoldIptc(content: Buffer): boolean {
  return content.includes(Buffer.from('8BIM\u0004\u0004', 'latin1'));
}

function written(head: Buffer, data: Buffer): Buffer[] {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return [head, length, data, Buffer.alloc(data.length % 2)];
}

/** `undefined` where they are cut or are anything else. */
function readResources(content: Buffer): Resource[] | undefined {
  const resources: Resource[] = [];
  let at = 0;
  while (at < content.length) {
    if (at + 12 > content.length)
      return content.subarray(at).some(byte => byte !== 0) ? undefined : resources;
    if (!/^[A-Za-z0-9]{4}$/.test(content.toString('latin1', at, at + 4))) return undefined;
    // The name is a Pascal string, filled up to an even length.
    const nameLength = 1 + (content[at + 6] ?? 0);
    const headEnd = at + 6 + nameLength + (nameLength % 2);
    if (headEnd + 4 > content.length) return undefined;
    const length = content.readUInt32BE(headEnd);
    const start = headEnd + 4;
    if (start + length > content.length) return undefined;
    resources.push({
      id: content.readUInt16BE(at + 4),
      head: content.subarray(at, headEnd),
      data: content.subarray(start, start + length),
    });
    at = start + length + (length % 2);
  }
  return resources;
}
