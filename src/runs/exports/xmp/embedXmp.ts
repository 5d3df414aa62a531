import { fileFormatOf } from '../../../images/open/fileFormat.ts';
import { jpegWithXmp } from './jpegXmp.ts';
import { pngWithXmp } from './pngXmp.ts';
import { webpWithXmp } from './webpXmp.ts';
import { withProperties, xmpPacket, type XmpProperties } from './xmpPacket.ts';

const writers = { jpeg: jpegWithXmp, png: pngWithXmp, webp: webpWithXmp };

/**
 * The file with the properties in its XMP packet, without a pixel being touched. Where Exif or IPTC have a description too,
 * it becomes the same: many programs read them first.
 * @returns `undefined` where its format has no place for it, the packet is too long for that, or the one that is there is
 * written so that it cannot be kept, or Exif or IPTC so that they cannot say the same: then a file beside it serves.
 */
export function embedXmp(file: Uint8Array, properties: XmpProperties): Uint8Array | undefined {
  const format = fileFormatOf(file)?.id;
  if (format !== 'jpeg' && format !== 'png' && format !== 'webp') return undefined;
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  return writers[format](
    bytes,
    standing => (standing === undefined ? xmpPacket(properties) : withProperties(standing, properties)),
    properties,
  );
}
