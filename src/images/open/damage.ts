const jpegEnd = Buffer.from([0xff, 0xd9]);

/** Whether the bytes are a JPEG. */
export function isJpeg(bytes: Uint8Array): boolean {
  return bytes[0] === 0xff && bytes[1] === 0xd8;
}

/** A JPEG with an end mark put after its last byte: harmless damage is whole again, real loss shows when decoding. */
export function withJpegEnd(bytes: Uint8Array): Buffer {
  return Buffer.concat([bytes, jpegEnd]);
}

/** Whether a file says of itself that it is longer than what is there. JPEG says nothing: its decoder finds out. */
export function isCutShort(bytes: Uint8Array): boolean {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const starts = (text: string, at = 0): boolean => view.toString('latin1', at, at + text.length) === text;
  if (starts('\x89PNG')) return pngChunks(view).at(-1)?.type !== 'IEND';
  if (starts('RIFF') && view.length >= 12) return view.readUInt32LE(4) + 8 > view.length;
  if (starts('GIF8')) return view.at(-1) !== 0x3b;
  if (starts('II*\0') && view.length >= 8) return view.readUInt32LE(4) >= view.length;
  if (starts('MM\0*') && view.length >= 8) return view.readUInt32BE(4) >= view.length;
  return starts('ftyp', 4) && boxesEnd(view) > view.length;
}

/** How many frames an animated PNG says it has; 1 for every other file. */
export function animatedPngFrames(bytes: Uint8Array): number {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.toString('latin1', 1, 4) !== 'PNG') return 1;
  const control = pngChunks(view).find(chunk => chunk.type === 'acTL');
  return control === undefined || control.data + 4 > view.length
    ? 1
    : Math.max(1, view.readUInt32BE(control.data));
}

/** The chunks of a PNG whose heads are there: type and where the data starts. */
export function pngChunks(view: Buffer): { type: string; data: number }[] {
  const chunks = [];
  for (let at = 8; at + 8 <= view.length; at += view.readUInt32BE(at) + 12)
    chunks.push({ type: view.toString('latin1', at + 4, at + 8), data: at + 8 });
  return chunks;
}

/** Where the last top-level box of an ISO media file (AVIF) ends. */
function boxesEnd(view: Buffer): number {
  let at = 0;
  while (at + 8 <= view.length) {
    const length = view.readUInt32BE(at);
    // 0: up to the end of the file; 1: a 64-bit length, which no picture needs.
    if (length < 8) return view.length;
    at += length;
  }
  return at;
}
