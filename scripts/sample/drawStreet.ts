import sharp from 'sharp';
import { randomFrom } from './random.ts';
import { letter } from './strokeFont.ts';

const width = 1600;
const height = 1066;

/** Where street and sky meet. */
const horizon = 600;

/**
 * A street corner by the lake, as a photograph would show it: a stop sign with the name of the street, a bus, a clock. They
 * are drawn so that the recognition on this machine knows them, and the rest so that it takes it for nothing else.
 */
export async function drawStreet(file: string): Promise<void> {
  const far = await sharp(Buffer.from(svg(sky() + hills() + houses() + trees())))
    .blur(3.2)
    .png()
    .toBuffer();
  const grain = await sharp({
    create: {
      ...{ width, height, channels: 3, background: 'grey' },
      noise: { type: 'gaussian', mean: 128, sigma: 12 },
    },
  })
    .greyscale()
    .png()
    .toBuffer();
  const near = await sharp(Buffer.from(svg(bus() + clock() + stopSign())))
    .blur(0.7)
    .png()
    .toBuffer();
  const whole = await sharp(far)
    .composite([{ input: Buffer.from(svg(street())) }, { input: near }, { input: Buffer.from(svg(light())) }])
    .png()
    .toBuffer();
  await sharp(whole)
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality: 88 })
    .toFile(file);
}

function svg(content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`;
}

/** An upright gradient: colours at their places from 0 to 1. */
function gradient(id: string, stops: [at: number, colour: string][], across = false): string {
  const end = across ? 'x2="1" y2="0"' : 'x2="0" y2="1"';
  return `<linearGradient id="${id}" x1="0" y1="0" ${end}>${stops
    .map(([at, colour]) => `<stop offset="${at}" stop-color="${colour}"/>`)
    .join('')}</linearGradient>`;
}

function sky(): string {
  const random = randomFrom(31);
  const clouds = Array.from({ length: 22 }, () => {
    const [x, y, long] = [random() * width, 40 + random() * 300, 90 + random() * 220];
    return `<ellipse cx="${x}" cy="${y}" rx="${long}" ry="${9 + random() * 20}" fill="#fff" opacity="${0.08 + random() * 0.3}"/>`;
  });
  return `<defs>${gradient('sky', [
    [0, '#4f86bd'],
    [0.6, '#a9cbe0'],
    [1, '#f3e3c8'],
  ])}</defs><rect width="100%" height="${horizon + 30}" fill="url(#sky)"/>${clouds.join('')}`;
}

function hills(): string {
  return `<path d="M0 520Q200 430 420 500T820 480T1240 500T1600 450V640H0Z" fill="#8ba5b5"/>
    <path d="M0 560Q260 500 560 548T1080 540T1600 520V640H0Z" fill="#6d8c86"/>
    <rect y="560" width="100%" height="46" fill="#9db9c8"/>`;
}

/** A row of houses on the right, with lit and dark windows. */
function houses(): string {
  const random = randomFrom(5);
  const fronts: [x: number, top: number, wide: number, colour: string][] = [
    [980, 250, 210, '#b9a48b'],
    [1190, 180, 230, '#9c6f5c'],
    [1420, 225, 220, '#c2b49a'],
  ];
  return fronts
    .map(([x, top, wide, colour]) => {
      const windows = Array.from({ length: 12 }, (_, at) => {
        const [column, row] = [at % 3, Math.floor(at / 3)];
        return `<rect x="${x + 26 + column * (wide / 3.3)}" y="${top + 34 + row * 92}" width="38" height="56" fill="${random() < 0.3 ? '#ffe2a1' : '#4c5a66'}"/>`;
      });
      return `<rect x="${x}" y="${top}" width="${wide}" height="460" fill="${colour}"/><rect x="${x - 6}" y="${top - 12}" width="${wide + 12}" height="18" fill="#6a5a50"/>${windows.join('')}`;
    })
    .join('');
}

/** Trees along the pavement on the left. */
function trees(): string {
  const random = randomFrom(17);
  const trunks = [60, 480, 690, 860];
  return trunks
    .map((x, at) => {
      const size = [190, 120, 84, 60][at] ?? 60;
      const ground = horizon + size * 0.16;
      const leaves = Array.from({ length: 46 }, () => {
        const [angle, away] = [random() * 2 * Math.PI, Math.sqrt(random()) * size];
        const shade = ['#3f6b3c', '#527f45', '#6d9a4f', '#8bb25c'][Math.floor(random() * 4)] ?? '#527f45';
        return `<circle cx="${x + Math.cos(angle) * away * 0.8}" cy="${ground - size * 1.9 + Math.sin(angle) * away * 0.8}" r="${size * (0.12 + random() * 0.16)}" fill="${shade}"/>`;
      });
      return `<rect x="${x - size * 0.06}" y="${ground - size * 1.5}" width="${size * 0.12}" height="${size * 1.5}" fill="#5b4737"/>${leaves.join('')}`;
    })
    .join('');
}

/** Road with its lines, the kerb and the pavement, darker toward the viewer. */
function street(): string {
  const random = randomFrom(44);
  const specks = Array.from({ length: 500 }, () => {
    const depth = random() ** 1.4;
    const y = horizon + 24 + depth * (height - horizon);
    return `<ellipse cx="${random() * width}" cy="${y}" rx="${1 + depth * 5}" ry="${0.6 + depth * 1.6}" fill="${random() < 0.5 ? '#3a3c40' : '#77787a'}" opacity="${0.16 + random() * 0.2}"/>`;
  });
  return `<defs>${gradient('road', [
    [0, '#7d7f82'],
    [1, '#4b4d52'],
  ])}${gradient('walk', [
    [0, '#b8b2a6'],
    [1, '#8d877c'],
  ])}</defs>
    <rect y="${horizon}" width="100%" height="${height - horizon}" fill="url(#road)"/>
    <path d="M0 ${height}H790L560 ${horizon}H0Z" fill="url(#walk)"/>
    <path d="M790 ${height}L560 ${horizon}H568L826 ${height}Z" fill="#d9d4c8"/>
    <path d="M0 860H690M0 730H626" stroke="#7d776d" stroke-width="3"/>
    <path d="M1010 890L1120 890L1180 940L1050 940ZM1290 1010L1430 1010L1520 1066H1350Z" fill="#e8e4da" opacity=".85"/>
    ${specks.join('')}`;
}

/** A city bus from its side. */
function bus(): string {
  const [left, top, right, bottom] = [760, 470, 1500, 800];
  const windows = Array.from({ length: 6 }, (_, at) => {
    const x = left + 118 + at * 100;
    return `<rect x="${x}" y="${top + 62}" width="90" height="98" rx="8" fill="url(#glass)"/><path d="M${x + 14} ${top + 160}L${x + 52} ${top + 62}H${x + 72}L${x + 34} ${top + 160}Z" fill="#fff" opacity=".16"/>`;
  });
  const wheel = (x: number): string =>
    `<circle cx="${x}" cy="${bottom - 14}" r="62" fill="#37221f"/><circle cx="${x}" cy="${bottom - 6}" r="52" fill="#17181a"/>
     <circle cx="${x}" cy="${bottom - 6}" r="30" fill="#9a9ca0"/><circle cx="${x}" cy="${bottom - 6}" r="12" fill="#4a4c50"/>`;
  return `<defs>${gradient('paint', [
    [0, '#e2574a'],
    [0.25, '#cf3c31'],
    [0.8, '#b22c25'],
    [1, '#7f1e1a'],
  ])}${gradient('glass', [
    [0, '#8fb0c4'],
    [0.5, '#4f6b7d'],
    [1, '#2f4350'],
  ])}<filter id="soft"><feGaussianBlur stdDeviation="12"/></filter></defs>
    <ellipse cx="${(left + right) / 2}" cy="${bottom + 50}" rx="370" ry="16" fill="#000" opacity=".5" filter="url(#soft)"/>
    <path d="M${left + 22} ${top}H${right - 26}Q${right} ${top} ${right} ${top + 30}V${bottom}H${left}V${top + 60}Q${left} ${top} ${left + 22} ${top}Z" fill="url(#paint)"/>
    <rect x="${left}" y="${top + 190}" width="${right - left}" height="20" fill="#f4efe6"/>
    <rect x="${left}" y="${bottom - 26}" width="${right - left}" height="26" fill="#3a1614"/>
    <path d="M${left + 8} ${top + 66}Q${left + 10} ${top + 46} ${left + 26} ${top + 46}H${left + 44}V${top + 160}H${left + 6}Z" fill="url(#glass)"/>
    <rect x="${left + 54}" y="${top + 46}" width="54" height="250" rx="5" fill="#5f1a16"/>
    <rect x="${left + 58}" y="${top + 50}" width="21" height="240" rx="3" fill="url(#glass)"/><rect x="${left + 83}" y="${top + 50}" width="21" height="240" rx="3" fill="url(#glass)"/>
    <rect x="${left + 112}" y="${top + 56}" width="${right - left - 122}" height="110" rx="8" fill="#1c2228"/>
    ${windows.join('')}
    <rect x="${left + 120}" y="${top + 12}" width="330" height="40" rx="4" fill="#15171a"/>
    ${letter('12 LAKESIDE', { x: left + 285, y: top + 20, size: 24, colour: '#ffb43c', anchor: 'middle' })}
    ${wheel(left + 190)}${wheel(right - 170)}
    <rect x="${left - 4}" y="${bottom - 84}" width="22" height="30" rx="6" fill="#fff3cf"/>
    <rect x="${right - 16}" y="${bottom - 110}" width="14" height="44" rx="4" fill="#ff8a5c"/>`;
}

/** A clock on a post at the corner. */
function clock(): string {
  const [x, y, radius] = [640, 370, 88];
  const ticks = Array.from({ length: 12 }, (_, hour) => {
    const angle = (hour / 12) * 2 * Math.PI;
    const [dx, dy] = [Math.sin(angle), -Math.cos(angle)];
    return `<path d="M${x + dx * 58} ${y + dy * 58}L${x + dx * 72} ${y + dy * 72}" stroke="#20242a" stroke-width="${hour % 3 === 0 ? 7 : 4}"/>`;
  });
  const numerals = ['12', '3', '6', '9'].map((hour, quarter) => {
    const [dx, dy] = [Math.sin((quarter * Math.PI) / 2), -Math.cos((quarter * Math.PI) / 2)];
    const place = { x: x + dx * 45, y: y + dy * 45 - 9, size: 18 };
    return letter(hour, { ...place, colour: '#20242a', anchor: 'middle' });
  });
  return `<rect x="${x - 8}" y="${y + radius}" width="16" height="340" fill="#2b3138"/><rect x="${x - 22}" y="${y + 418}" width="44" height="20" fill="#22272d"/>
    <circle cx="${x}" cy="${y}" r="${radius}" fill="#2b3138"/><circle cx="${x}" cy="${y}" r="${radius - 5}" fill="#8a9096"/>
    <circle cx="${x}" cy="${y}" r="${radius - 12}" fill="#fbfaf5"/>${ticks.join('')}${numerals.join('')}
    <path d="M${x} ${y}L${x - 32} ${y - 22}" stroke="#14171b" stroke-width="9" stroke-linecap="round"/>
    <path d="M${x} ${y}L${x + 38} ${y - 48}" stroke="#14171b" stroke-width="6" stroke-linecap="round"/><circle cx="${x}" cy="${y}" r="6" fill="#14171b"/>`;
}

/** A stop sign on its post, with the name of the street above. */
function stopSign(): string {
  const [x, y] = [300, 390];
  const octagon = (radius: number): string =>
    Array.from({ length: 8 }, (_, at) => {
      const angle = ((at + 0.5) / 8) * 2 * Math.PI;
      return `${x + Math.sin(angle) * radius},${y - Math.cos(angle) * radius}`;
    }).join(' ');
  return `<defs>${gradient(
    'post',
    [
      [0, '#8f9498'],
      [0.4, '#d6d9db'],
      [1, '#6f7478'],
    ],
    true,
  )}${gradient('red', [
    [0, '#d8342f'],
    [1, '#a81f1e'],
  ])}${gradient('green', [
    [0, '#1f7a4d'],
    [1, '#135a38'],
  ])}</defs>
    <ellipse cx="${x + 30}" cy="1010" rx="90" ry="12" fill="#000" opacity=".25"/>
    <rect x="${x - 10}" y="120" width="20" height="890" fill="url(#post)"/>
    <rect x="${x - 190}" y="126" width="380" height="84" rx="8" fill="#f3f3ee"/><rect x="${x - 184}" y="132" width="368" height="72" rx="6" fill="url(#green)"/>
    ${letter('LAKE ROAD', { x, y: 148, size: 40, colour: '#fff', weight: 0.9, anchor: 'middle' })}
    <polygon points="${octagon(161)}" fill="#f3f1ec"/><polygon points="${octagon(150)}" fill="url(#red)"/>
    <g transform="translate(${x} ${y}) scale(.73 .94)">${letter('STOP', { x: 0, y: -50, size: 100, colour: '#fff', weight: 1.1, anchor: 'middle' })}</g>`;
}

/** Evening light from the left, and darker corners. */
function light(): string {
  return `<defs><linearGradient id="sun" x1="0" y1="0" x2="1" y2=".4"><stop offset="0" stop-color="#ffd9a0" stop-opacity=".28"/><stop offset=".6" stop-color="#ffd9a0" stop-opacity="0"/></linearGradient>
    <radialGradient id="edge" cx=".5" cy=".48" r=".75"><stop offset=".6" stop-opacity="0"/><stop offset="1" stop-opacity=".42"/></radialGradient></defs>
    <rect width="100%" height="100%" fill="url(#sun)"/><rect width="100%" height="100%" fill="url(#edge)"/>`;
}
