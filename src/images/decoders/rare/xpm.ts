import { blank, type Raster, Undecodable } from '../raster.ts';
import { t } from '../../../base/l10n.ts';

/** Decodes an X pixmap (XPM 3), a C source with a table of colours and lines of characters. */
export function decodeXpm(bytes: Uint8Array): Raster {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const [head = '', ...lines] = [...text.matchAll(/"([^"]*)"/g)].map(match => match[1] ?? '');
  const [width = 0, height = 0, count = 0, letters = 0] = head.trim().split(/\s+/).map(Number);
  if (!(letters >= 1 && letters <= 8)) throw new Undecodable(t('its header is damaged'));
  const raster = blank(width, height, 4);
  const colours = new Map(
    lines.slice(0, count).map(line => [line.slice(0, letters), colourOf(line.slice(letters))] as const),
  );
  lines.slice(count, count + height).forEach((line, y) => {
    for (let x = 0; x < width; x++) {
      const colour = colours.get(line.slice(x * letters, (x + 1) * letters));
      if (colour !== undefined) raster.data.set(colour, (y * width + x) * 4);
    }
  });
  return { ...raster, damaged: lines.length < count + height };
}

/** Names that pixmaps use beside hexadecimal colours. */
const names: Readonly<Record<string, string>> = {
  black: '000000',
  white: 'ffffff',
  red: 'ff0000',
  green: '00ff00',
  blue: '0000ff',
  yellow: 'ffff00',
  cyan: '00ffff',
  magenta: 'ff00ff',
  gray: 'bebebe',
  grey: 'bebebe',
};

function colourOf(definition: string): [number, number, number, number] {
  // Of several visuals the colour one counts.
  const value = (/\bc\s+(\S+)/.exec(definition)?.[1] ?? definition.trim()).toLowerCase();
  if (value === 'none') return [0, 0, 0, 0];
  const hex = value.startsWith('#') ? value.slice(1) : (names[value] ?? '000000');
  const digits = hex.length / 3;
  const [r = 0, g = 0, b = 0] = [0, 1, 2].map(channel => {
    const part = hex.slice(channel * digits, (channel + 1) * digits);
    return Math.round((parseInt(part, 16) * 255) / (16 ** digits - 1));
  });
  return [r, g, b, 255];
}
