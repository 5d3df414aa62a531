import { prepareZXingModule, readBarcodes, type ReaderOptions } from 'zxing-wasm/reader';
import type { Code } from '../findings.ts';
import { longestCode, mostCodes } from '../limits.ts';
import type { Pixels } from './pixels.ts';

/** Bar codes without a check digit are seen in any row of stripes, so more of their rows have to agree. */
const options: ReaderOptions = {
  formats: [
    ...(['QRCode', 'MicroQRCode', 'RMQRCode', 'DataMatrix', 'Aztec', 'PDF417'] as const),
    ...(['EAN13', 'EAN8', 'UPCA', 'UPCE', 'Code128', 'Code93', 'Code39', 'ITF14', 'DataBar'] as const),
  ],
  minLineCount: 3,
  maxNumberOfSymbols: mostCodes,
};

/** Gives the reader its WebAssembly: by itself it would fetch it. */
export async function openCodeReader(wasm: Buffer): Promise<void> {
  const binary = new Uint8Array(wasm).buffer;
  await prepareZXingModule({ overrides: { wasmBinary: binary }, fireImmediately: true });
}

/** Finds and reads QR codes and bar codes. */
export async function findCodes({ rgb, width, height }: Pixels): Promise<Code[]> {
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let from = 0, to = 0; from < rgb.length; from += 3, to += 4) {
    data[to] = rgb[from] ?? 0;
    data[to + 1] = rgb[from + 1] ?? 0;
    data[to + 2] = rgb[from + 2] ?? 0;
  }
  const found = await readBarcodes({ data, width, height, colorSpace: 'srgb' }, options);
  return found.map(({ format, text, position }) => {
    const corners = [position.topLeft, position.topRight, position.bottomRight, position.bottomLeft];
    const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
    const [x, y] = [Math.min(...xs), Math.min(...ys)];
    return {
      format,
      text: text.slice(0, longestCode),
      box: { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y },
    };
  });
}
