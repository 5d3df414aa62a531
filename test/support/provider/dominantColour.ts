const named = {
  red: [220, 30, 30],
  orange: [240, 140, 20],
  yellow: [240, 230, 40],
  green: [30, 160, 50],
  lime: [0, 255, 0],
  cyan: [0, 220, 220],
  blue: [30, 60, 220],
  purple: [130, 40, 170],
  pink: [250, 130, 190],
  brown: [120, 75, 35],
  black: [10, 10, 10],
  grey: [128, 128, 128],
  white: [250, 250, 250],
} as const;

/** The name of the colour that most of a picture has; `unseen` where the URL is none of a picture in itself. */
export async function dominantColour(url: string): Promise<string> {
  const bytes = /^data:image\/[\w.+-]+;base64,(.*)$/s.exec(url)?.[1];
  if (bytes === undefined) return 'unseen';
  const { default: sharp } = await import('sharp');
  const { dominant } = await sharp(Buffer.from(bytes, 'base64')).stats();
  const distance = ([r, g, b]: readonly [number, number, number]): number =>
    (dominant.r - r) ** 2 + (dominant.g - g) ** 2 + (dominant.b - b) ** 2;
  const [nearest] = Object.entries(named).sort(([, one], [, other]) => distance(one) - distance(other));
  return nearest?.[0] ?? 'unseen';
}
