import sharp from 'sharp';
import { randomFrom } from './random.ts';

const width = 1600;
const height = 1066;
const shore = 640;

/** A mountain lake in the evening, as a photograph would show it: haze, a blurred reflection, grain. */
export async function drawScene(file: string): Promise<void> {
  const land = await sharp(Buffer.from(landscape())).png().toBuffer();
  const reflection = await sharp(land)
    .extract({ left: 0, top: shore - (height - shore), width, height: height - shore })
    .flip()
    .blur(5)
    .modulate({ brightness: 0.72, saturation: 0.85 })
    .toBuffer();
  const grain = await sharp({
    create: {
      width,
      height,
      channels: 3,
      background: 'grey',
      noise: { type: 'gaussian', mean: 128, sigma: 14 },
    },
  })
    .greyscale()
    .png()
    .toBuffer();
  const whole = await sharp({ create: { width, height, channels: 3, background: '#223' } })
    .composite([
      { input: land, left: 0, top: 0 },
      { input: reflection, left: 0, top: shore },
      { input: Buffer.from(foreground()), left: 0, top: 0 },
    ])
    .png()
    .toBuffer();
  await sharp(whole)
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality: 88 })
    .toFile(file);
}

/** Sky, sun and three ridges, the nearer the darker, down to the shore. */
function landscape(): string {
  const ridges = [
    { seed: 3, base: 470, rise: 210, colour: '#8d7f9f' },
    { seed: 8, base: 540, rise: 150, colour: '#5f5a7d' },
    { seed: 21, base: 600, rise: 95, colour: '#38405e' },
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${shore}">
    <defs>
      <linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stop-color="#2f4a7c"/><stop offset=".45" stop-color="#a77f99"/>
        <stop offset=".75" stop-color="#f2a66f"/><stop offset="1" stop-color="#ffd9a0"/>
      </linearGradient>
      <radialGradient id="glow"><stop offset="0" stop-color="#fff3cf"/><stop offset=".12" stop-color="#ffe0a3" stop-opacity=".9"/>
        <stop offset="1" stop-color="#ffb56b" stop-opacity="0"/></radialGradient>
      <linearGradient id="haze" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#ffcf9c" stop-opacity="0"/>
        <stop offset="1" stop-color="#ffcf9c" stop-opacity=".3"/></linearGradient>
      <filter id="soft"><feGaussianBlur stdDeviation="9"/></filter>
    </defs>
    <rect width="100%" height="100%" fill="url(#sky)"/>
    <g filter="url(#soft)">${clouds()}</g>
    <circle cx="1010" cy="400" r="330" fill="url(#glow)"/>
    ${ridges.map(ridge).join('')}
    <rect y="${shore - 120}" width="100%" height="120" fill="url(#haze)"/>
    ${forest(shore, 55, 5, '#1d2a33')}
  </svg>`;
}

function clouds(): string {
  const random = randomFrom(12);
  return Array.from({ length: 26 }, () => {
    const [x, y, long] = [random() * width, 60 + random() * 260, 120 + random() * 260];
    return `<ellipse cx="${x}" cy="${y}" rx="${long}" ry="${8 + random() * 16}" fill="#ffd3c0" opacity="${0.1 + random() * 0.3}"/>`;
  }).join('');
}

/** A ridge by halving: each step bends the middle of every stretch by half as much as the step before. */
function ridge({
  seed,
  base,
  rise,
  colour,
}: {
  seed: number;
  base: number;
  rise: number;
  colour: string;
}): string {
  const random = randomFrom(seed);
  let heights = [base, base - rise * random(), base - rise * random(), base];
  for (let bend = rise * 0.55; bend > 1; bend /= 2)
    heights = heights.flatMap((here, index) => {
      const next = heights[index + 1];
      return next === undefined ? [here] : [here, (here + next) / 2 + (random() - 0.5) * bend];
    });
  const step = width / (heights.length - 1);
  const points = heights.map((y, index) => `${index * step},${y.toFixed(1)}`).join(' ');
  return `<polygon points="0,${shore} ${points} ${width},${shore}" fill="${colour}"/>`;
}

/** Firs side by side along a line. */
function forest(ground: number, tall: number, spacing: number, colour: string): string {
  const random = randomFrom(ground + tall);
  let trees = '';
  for (let x = -10; x < width + 10; x += spacing + random() * spacing * 2) {
    const high = tall * (0.35 + random() * 0.65) * (0.55 + 0.45 * Math.abs(Math.sin(x / 210)));
    trees += `<path d="M${x} ${ground - high}L${x + high * 0.17} ${ground}H${x - high * 0.17}Z" fill="${colour}"/>`;
  }
  return trees;
}

/** Ripples with the sun on them, reeds, and a dark edge. */
function foreground(): string {
  const random = randomFrom(77);
  const ripples = Array.from({ length: 240 }, () => {
    const depth = random() ** 1.6;
    const [y, near] = [shore + 8 + depth * (height - shore), 0.4 + depth];
    const sunny = random() < 0.45;
    const x = sunny ? 1010 + (random() - 0.5) * 330 * near : random() * width;
    const fill = sunny ? '#ffe2b0' : random() < 0.5 ? '#10202c' : '#b9a9bd';
    return `<ellipse cx="${x}" cy="${y}" rx="${20 + random() * 70 * near}" ry="${1 + 1.6 * near}" fill="${fill}" opacity="${(sunny ? 0.5 : 0.18) * random()}"/>`;
  });
  const reeds = Array.from({ length: 90 }, () => {
    const [x, tall, lean] = [random() ** 1.5 * 480 - 20, 90 + random() * 210, (random() - 0.4) * 90];
    return `<path d="M${x} ${height}Q${x + lean * 0.2} ${height - tall * 0.6} ${x + lean} ${height - tall}" stroke="#0c1518" stroke-width="${2 + random() * 3}" fill="none"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><radialGradient id="edge" cx=".5" cy=".48" r=".75"><stop offset=".62" stop-opacity="0"/><stop offset="1" stop-opacity=".5"/></radialGradient></defs>
    ${ripples.join('')}${reeds.join('')}<rect width="100%" height="100%" fill="url(#edge)"/></svg>`;
}
