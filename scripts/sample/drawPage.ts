import sharp from 'sharp';
import { letter } from './strokeFont.ts';
import { randomFrom } from './random.ts';

/** A window with a page of an online shop, like a screenshot. */
export async function drawPage(file: string): Promise<void> {
  const menu = ['Overview', 'Orders', 'Customers', 'Reports', 'Settings'].map((entry, index) => {
    const y = 150 + index * 52;
    const chosen = index === 1;
    return (
      (chosen ? `<rect x="16" y="${y - 15}" width="208" height="44" rx="8" fill="#e0e9ff"/>` : '') +
      `<circle cx="44" cy="${y + 7}" r="7" fill="${chosen ? '#2f5fe0' : '#b4bcc9'}"/>` +
      letter(entry, { x: 66, y, size: 14, colour: chosen ? '#2349b5' : '#4c5564' })
    );
  });
  const cards = [
    ['Open', '128', '#2f5fe0'],
    ['Shipped', '1,904', '#12925a'],
    ['Returned', '37', '#d6453d'],
  ].map(([name = '', count = '', colour = ''], index) => {
    const x = 272 + index * 330;
    return (
      `<rect x="${x}" y="170" width="306" height="118" rx="12" fill="#fff" stroke="#dfe4ec"/>` +
      letter(name, { x: x + 24, y: 194, size: 13, colour: '#6a7382' }) +
      letter(count, { x: x + 24, y: 228, size: 34, colour, weight: 0.9 })
    );
  });
  const random = randomFrom(5);
  const rows = Array.from({ length: 6 }, (_, index) => {
    const y = 372 + index * 62;
    const [name, colour] = random() < 0.6 ? ['Paid', '#12925a'] : ['Pending', '#b7791f'];
    return (
      `<path d="M272 ${y - 22}H1238" stroke="#e6eaf0"/>` +
      letter(`10${42 + index}`, { x: 296, y, size: 14, colour: '#2a3240' }) +
      `<rect x="430" y="${y}" width="${150 + random() * 190}" height="13" rx="6" fill="#c9d0db"/>` +
      letter(`${Math.round(20 + random() * 300)}.00`, {
        x: 900,
        y,
        size: 14,
        colour: '#2a3240',
        anchor: 'end',
      }) +
      letter(name, { x: 1010, y, size: 14, colour })
    );
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="800">
    <rect width="100%" height="100%" fill="#f5f7fa"/>
    <rect width="100%" height="56" fill="#2b3140"/>
    <circle cx="30" cy="28" r="8" fill="#ff5f57"/><circle cx="56" cy="28" r="8" fill="#febc2e"/><circle cx="82" cy="28" r="8" fill="#28c840"/>
    <rect x="240" y="12" width="800" height="32" rx="16" fill="#3c4456"/>
    ${letter('shop.example/orders', { x: 264, y: 22, size: 12, colour: '#c6cddb' })}
    <rect y="56" width="240" height="744" fill="#fff"/><path d="M240 56V800" stroke="#dfe4ec"/>
    ${letter('Lakeside', { x: 32, y: 88, size: 20, colour: '#1b2330', weight: 1 })}
    ${menu.join('')}
    ${letter('Orders', { x: 272, y: 96, size: 28, colour: '#1b2330', weight: 0.9 })}
    <rect x="1090" y="88" width="148" height="44" rx="8" fill="#2f5fe0"/>
    ${letter('New order', { x: 1164, y: 103, size: 14, colour: '#fff', anchor: 'middle' })}
    ${cards.join('')}
    <rect x="272" y="316" width="966" height="452" rx="12" fill="#fff" stroke="#dfe4ec"/>
    ${rows.join('')}</svg>`;
  await sharp(Buffer.from(svg)).png().toFile(file);
}
