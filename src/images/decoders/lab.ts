/** CIE Lab for the white of print (D50), as files keep it, to sRGB; in place, three bytes a pixel, a and b offset by 128. */
export function labToSrgb(data: Uint8Array): void {
  for (let at = 0; at + 2 < data.length; at += 3) {
    const fy = (((data[at] ?? 0) * 100) / 255 + 16) / 116;
    const x = 0.9643 * uncurved(fy + ((data[at + 1] ?? 0) - 128) / 500);
    const y = uncurved(fy);
    const z = 0.8251 * uncurved(fy - ((data[at + 2] ?? 0) - 128) / 200);
    data[at] = encoded(3.1339 * x - 1.6169 * y - 0.4906 * z);
    data[at + 1] = encoded(-0.9788 * x + 1.9161 * y + 0.0335 * z);
    data[at + 2] = encoded(0.0719 * x - 0.229 * y + 1.4052 * z);
  }
}

function uncurved(f: number): number {
  return f > 6 / 29 ? f ** 3 : 3 * (6 / 29) ** 2 * (f - 4 / 29);
}

/** Light as sRGB keeps it, 0 to 255. */
function encoded(light: number): number {
  const value = light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055;
  return Math.round(Math.min(1, Math.max(0, value)) * 255);
}
