import sharp from 'sharp';

const scene = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1067" viewBox="0 0 480 320">
  <defs>
    <linearGradient id="sky" x2="0" y2="1"><stop stop-color="#27508f"/><stop offset=".7" stop-color="#f0b27a"/></linearGradient>
    <linearGradient id="lake" x2="0" y2="1"><stop stop-color="#d9a679"/><stop offset="1" stop-color="#20395c"/></linearGradient>
  </defs>
  <rect width="480" height="320" fill="url(#sky)"/>
  <circle cx="330" cy="150" r="26" fill="#fff3d6"/>
  <path d="M0 190 90 90l60 60 70-90 110 120 60-45 90 75v40H0z" fill="#39476b"/>
  <path d="M0 200 70 150l90 50 120-40 200 50v20H0z" fill="#24324f"/>
  <rect y="205" width="480" height="115" fill="url(#lake)"/>
  <path d="M40 320c0-60 14-110 26-130 12 20 26 70 26 130zM90 320c0-40 10-80 20-96 10 16 20 56 20 96z" fill="#14233a"/>
</svg>`;

const chart = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800" viewBox="0 0 300 200">
  <rect width="300" height="200" fill="#fff"/>
  <path d="M40 20v140h240" fill="none" stroke="#555" stroke-width="2"/>
  <g fill="#3b78c4"><path d="M60 160v-40h28v40zM108 160v-76h28v76zM156 160V60h28v100zM204 160v-64h28v64z"/></g>
  <path d="M74 110 122 74l48-24 48 36" fill="none" stroke="#d0532b" stroke-width="3"/>
</svg>`;

/** Two pictures of our own, as JPEG data URLs with their sizes. */
export async function drawPictures(): Promise<
  Record<'scene' | 'chart', { thumbnail: string; whole: string; bytes: number }>
> {
  return { scene: await draw(scene), chart: await draw(chart) };
}

async function draw(svg: string) {
  const picture = sharp(Buffer.from(svg));
  const whole = await picture.clone().jpeg({ quality: 85 }).toBuffer();
  const thumbnail = await picture.resize(240, 240, { fit: 'inside' }).jpeg({ quality: 80 }).toBuffer();
  return { thumbnail: dataUrl(thumbnail), whole: dataUrl(whole), bytes: whole.byteLength };
}

function dataUrl(jpeg: Buffer): string {
  return `data:image/jpeg;base64,${jpeg.toString('base64')}`;
}
