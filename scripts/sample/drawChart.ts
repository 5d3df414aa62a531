import sharp from 'sharp';
import { letter } from './strokeFont.ts';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun'];
const series = [
  { name: 'Cameras', colour: '#2563eb', values: [24, 31, 38, 52, 61, 74] },
  { name: 'Lenses', colour: '#f59e0b', values: [41, 38, 44, 40, 47, 45] },
];
const [left, bottom, scale] = [110, 600, 5.6];

/** A bar chart of two series over six months. */
export async function drawChart(file: string): Promise<void> {
  const grid = [0, 20, 40, 60, 80].map(value => {
    const y = bottom - value * scale;
    return (
      `<path d="M${left} ${y}H1130" stroke="#d7dce3"/>` +
      letter(String(value), { x: left - 18, y: y - 9, size: 17, colour: '#5b6472', anchor: 'end' })
    );
  });
  const bars = months.map((month, index) => {
    const x = left + 40 + index * 165;
    const pair = series.map(({ colour, values }, place) => {
      const tall = (values[index] ?? 0) * scale;
      return `<rect x="${x + place * 52}" y="${bottom - tall}" width="46" height="${tall}" rx="4" fill="${colour}"/>`;
    });
    return (
      pair.join('') +
      letter(month, { x: x + 49, y: bottom + 18, size: 18, colour: '#5b6472', anchor: 'middle' })
    );
  });
  const legend = series.map(
    ({ name, colour }, index) =>
      `<rect x="${left + index * 220}" y="98" width="22" height="22" rx="4" fill="${colour}"/>` +
      letter(name, { x: left + 46 + index * 220, y: 100, size: 17, colour: '#3b4350' }),
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="680">
    <rect width="100%" height="100%" fill="#ffffff"/>
    ${letter('Sales by month', { x: left, y: 44, size: 28, colour: '#1b2330', weight: 0.9 })}
    ${legend.join('')}${grid.join('')}${bars.join('')}
    <path d="M${left} ${bottom}H1130" stroke="#5b6472" stroke-width="2"/></svg>`;
  await sharp(Buffer.from(svg)).png().toFile(file);
}
