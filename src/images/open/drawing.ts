/** The size that an SVG states in its root element. */
export interface StatedSize {
  hasViewBox: boolean;
  /** Whether width and height are given in absolute units (not in percent). */
  hasSize: boolean;
}

/** Reads the root element of an SVG without parsing the rest; undefined where there is none. */
export function statedSize(bytes: Uint8Array): StatedSize | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 65_536)).toString(
    'utf8',
  );
  const root = /<(?:\w+:)?svg\b([^>]*)>/s.exec(head.replace(/<!--.*?-->/gs, ''))?.[1];
  if (root === undefined) return undefined;
  const absolute = (name: string): boolean =>
    new RegExp(`\\s${name}\\s*=\\s*["']\\s*[\\d.]+(?!\\s*[\\d.]*%)`).test(root);
  return { hasViewBox: /\sviewBox\s*=/.test(root), hasSize: absolute('width') && absolute('height') };
}

/** The density (dots per inch) at which a drawing of `long` pixels at 72 dpi gets a long side of at least `wanted`. */
export function drawingDensity(long: number, wanted: number): number {
  return Math.min(100_000, Math.max(72, (72 * wanted) / long));
}
