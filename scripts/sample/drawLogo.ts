import sharp from 'sharp';
import { letter } from './strokeFont.ts';

/** A logo on a transparent ground. */
export async function drawLogo(file: string): Promise<void> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="240">
    <defs><linearGradient id="leaf" x1="0" y1="0" x2="1" y2="1">
      <stop offset="0" stop-color="#1fb6a6"/><stop offset="1" stop-color="#155e9c"/></linearGradient></defs>
    <path d="M40 150Q40 40 150 36Q156 36 156 42Q156 176 60 176Q40 176 40 150Z" fill="url(#leaf)"/>
    <path d="M48 200Q70 120 126 76" stroke="#ffffff" stroke-opacity=".85" stroke-width="9" fill="none" stroke-linecap="round"/>
    ${letter('Lakeside', { x: 196, y: 84, size: 54, colour: '#155e9c', weight: 1 })}
    ${letter('Outdoor pictures', { x: 198, y: 162, size: 20, colour: '#1fb6a6', weight: 0.8 })}</svg>`;
  await sharp(Buffer.from(svg)).png().toFile(file);
}
