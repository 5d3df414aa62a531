/* eslint-disable no-control-regex -- signatures of files are made of control characters */
/** A file format told by a file's first bytes. */
export interface FileFormat {
  /** As people call it, with its article where a sentence needs one: "a BMP picture". */
  name: string;
  /** Whether the image processor reads it. */
  readable: boolean;
  /** What a person does with one that is not readable. */
  hint?: string;
}

const convert = 'Save it as PNG or JPEG first.';
const readable = (name: string): FileFormat => ({ name, readable: true });
const refused = (name: string, hint = convert): FileFormat => ({ name, readable: false, hint });

/** Signatures at the start of a file (`.` stands for any byte), in Latin-1; the first that fits wins. */
const signatures: readonly (readonly [RegExp, FileFormat])[] = [
  [/^\xff\xd8\xff/, readable('a JPEG picture')],
  [/^\x89PNG\r\n\x1a\n/, readable('a PNG picture')],
  [/^GIF8[79]a/, readable('a GIF picture')],
  [/^RIFF.{4}WEBP/s, readable('a WebP picture')],
  [/^.{4}ftypavi[fs]/s, readable('an AVIF picture')],
  [
    /^.{4}ftyp(hei[cxms]|hev[cxms])/s,
    refused('a HEIC picture', `Its HEVC coding needs a licence. ${convert}`),
  ],
  [/^.{4}ftyp(mif1|msf1).*avi[fs]/s, readable('an AVIF picture')],
  [/^.{4}ftyp(mif1|msf1)/s, refused('a HEIF picture', `Its HEVC coding needs a licence. ${convert}`)],
  [/^.{4}ftyp/s, refused('a video', 'Save one of its frames as PNG or JPEG.')],
  [/^(II\*\0.{4}CR|FUJIFILMCCD-RAW|IIU\0|IIRO)/s, refused('a camera raw file')],
  [/^(II[*+]\0|MM\0[*+])/, readable('a TIFF picture')],
  [/^BM.{4}\0{4}/s, refused('a BMP picture')],
  [/^\0\0[\x01\x02]\0/, refused('an icon file (ICO or CUR)')],
  [/^(\xff\x0a|\0\0\0\x0cJXL )/, refused('a JPEG XL picture')],
  [/^(\xff\x4f\xff\x51|\0\0\0\x0cjP {2})/, refused('a JPEG 2000 picture')],
  [/^8BP[SB]/, refused('a Photoshop document')],
  [/^%PDF-/, refused('a PDF document', 'Save one of its pages as PNG or JPEG.')],
  [/^P[1-7]\s/, refused('a Netpbm picture (PBM, PGM or PPM)')],
  [/^\x76\x2f\x31\x01/, refused('an OpenEXR picture')],
  [/^#\?R(ADIANCE|GBE)/, refused('a Radiance HDR picture')],
  [/^DDS /, refused('a DDS texture')],
  [/^qoif/, refused('a QOI picture')],
  [/^icns/, refused('an Apple icon file (ICNS)')],
  [/^PK\x03\x04/, refused('a ZIP archive')],
  [/^\x1f\x8b/, readable('a compressed SVG drawing')],
];

/** How many bytes {@link fileFormatOf} looks at. */
const headLength = 64;

/** The format of a file, told by its bytes and never by its name; undefined where they fit none. */
export function fileFormatOf(bytes: Uint8Array): FileFormat | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, headLength));
  const text = head.toString('latin1');
  return signatures.find(([signature]) => signature.test(text))?.[1];
}

/** Whether the bytes begin like text in UTF-8 or UTF-16: no control characters but white space. */
export function looksLikeText(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, 4096);
  if ((head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)) return true;
  // The last three bytes may be the start of a character that goes on after the head.
  const whole = head.length < 4096 ? head : head.subarray(0, -3);
  try {
    return !/[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(new TextDecoder('utf-8', { fatal: true }).decode(whole));
  } catch {
    // Not UTF-8: not text.
    return false;
  }
}
