import { Undecodable } from '../../decoders/raster.ts';
import { t } from '../../../base/l10n.ts';

/** Whether bytes are the start of XML, as far as that can be told without parsing. */
export function looksLikeXml(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 1024));
  try {
    return xmlText(head).trimStart().startsWith('<');
  } catch {
    // An encoding that nobody knows; parsing it says so.
    return true;
  }
}

/**
 * XML as text: by its byte order mark, its first character, or the encoding that it declares.
 * @throws {Undecodable} for an encoding that is not known.
 */
export function xmlText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0))
    return new TextDecoder('utf-16le').decode(bytes);
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c))
    return new TextDecoder('utf-16be').decode(bytes);
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 200)).toString(
    'latin1',
  );
  const declared = /^<\?xml [^>]{0,150}?encoding\s{0,9}=\s{0,9}["']([\w.:-]{1,40})["']/.exec(head)?.[1];
  const encoding = declared === undefined || /^utf-?16/i.test(declared) ? 'utf-8' : declared;
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch (cause) {
    throw new Undecodable(t('its encoding "{encoding}" is not known', { encoding }), { cause });
  }
}
