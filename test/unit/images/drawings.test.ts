import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cleanDrawing } from '../../../src/images/open/drawing/cleanDrawing.ts';
import { openDrawing } from '../../../src/images/open/drawing/openDrawing.ts';
import { parseDrawing } from '../../../src/images/open/drawing/parseDrawing.ts';
import { writeDrawing } from '../../../src/images/open/drawing/writeDrawing.ts';
import { prepareImage } from '../../../src/images/prepare/prepareImage.ts';
import { bytesOf, near, pixelAt, png, red, solid } from '../../support/pictures.ts';
import { svgReferences } from '../../support/svgReferences.ts';

const ns = 'xmlns="http://www.w3.org/2000/svg"';
const svg = (body: string, attributes = 'viewBox="0 0 200 200"'): Buffer =>
  Buffer.from(`<svg ${ns} ${attributes}>${body}</svg>`);
/** A file as it is drawn. */
const cleaned = (file: Buffer): string => writeDrawing(cleanDrawing(parseDrawing(file)).root);

let folder = '';
let server: Server;
let fetched = 0;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sightline-drawings-'));
  server = createServer((_, response) => {
    fetched++;
    response.end('no');
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true, force: true });
});

describe('B1: no file or address that an SVG names is opened', () => {
  for (const build of ['native', 'wasm'])
    test(`by the ${build} build`, { timeout: 240_000 }, async () => {
      const secret = path.join(folder, 'secret.png');
      await writeFile(secret, await png(solid(64, 64, red)));
      await symlink(secret, path.join(folder, 'link.png')).catch(() => undefined);
      const { port } = server.address() as AddressInfo;
      const addresses = [
        secret,
        `file://${secret}`,
        `http://127.0.0.1:${port}/a.png`,
        `${folder}/./link.png`,
      ];
      const files = svgReferences(addresses);
      expect(Object.keys(files).length).toBeGreaterThan(90);
      const inside = path.join(folder, build);
      await mkdir(inside);
      const names: string[] = [];
      for (const [name, bytes] of Object.entries(files)) {
        names.push(path.join(inside, `${name}.svg`));
        await writeFile(path.join(inside, `${name}.svg`), bytes);
      }
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [path.join(import.meta.dirname, 'children/prepare.ts'), ...names],
        { env: { ...process.env, SIGHTLINE_SHARP: build }, maxBuffer: 1e8 },
      );
      const { pictures } = JSON.parse(stdout) as { pictures: { dataUrl?: string; error?: string }[] };
      expect(pictures).toHaveLength(names.length);
      const drawn: string[] = [];
      let read = 0;
      for (const [index, { dataUrl }] of pictures.entries()) {
        if (dataUrl === undefined) continue;
        read++;
        // Nothing in these files is red but what they name.
        if (await hasRed(bytesOf(dataUrl))) drawn.push(names[index] ?? '');
      }
      expect(drawn).toEqual([]);
      expect(read).toBeGreaterThan(80);
      expect(fetched).toBe(0);
    });
});

async function hasRed(file: Buffer): Promise<boolean> {
  const data = await sharp(file).removeAlpha().raw().toBuffer();
  for (let at = 0; at < data.length; at += 3)
    if ((data[at] ?? 0) - Math.max(data[at + 1] ?? 0, data[at + 2] ?? 0) > 60) return true;
  return false;
}

test('B1: what is drawn names nothing outside, however it was written', () => {
  for (const [way, file] of Object.entries(
    svgReferences(['/home/me/secret.png', 'https://example.org/x.png']),
  )) {
    let text: string;
    try {
      text = cleaned(file);
    } catch {
      continue; // Refused.
    }
    const inner = /base64,([\w+/=]+)/.exec(text)?.[1];
    const all = inner === undefined ? text : text + Buffer.from(inner, 'base64').toString();
    expect(all, way).not.toMatch(/secret|example\.org|import|font-face/);
  }
});

const chain = (count: number, item: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => item(index)).join('');
const filtered = (steps: string): string =>
  `<filter id="f" x="0" y="0" width="1" height="1">${steps}</filter><rect width="200" height="200" filter="url(#f)"/>`;

/** Drawings that never end, or take too much. */
const bombs: Readonly<Record<string, Buffer>> = {
  'erosion in a row': svg(filtered('<feMorphology radius="60"/>'.repeat(200))),
  turbulence: svg(filtered('<feTurbulence baseFrequency="0.05" numOctaves="1000000"/>'.repeat(9))),
  'more filters than a drawing has': svg(
    filtered('<feOffset dx="1"/>'.repeat(100)) + '<rect width="1" height="1" filter="url(#f)"/>'.repeat(100),
  ),
  'a billion laughs': svg(
    `<g id="l0"><path/></g>${chain(12, index => `<g id="l${index + 1}">${`<use href="#l${index}"/>`.repeat(10)}</g>`)}`,
  ),
  'masks of masks': svg(
    `${chain(40, index => `<mask id="m${index}"><g mask="url(#m${index + 1})"><rect mask="url(#m${index + 1})"/></g></mask>`)}<rect mask="url(#m0)"/>`,
  ),
  'gradients of gradients': svg(
    `${chain(60, index => `<linearGradient id="g${index}" href="#g${index + 1}"/>`)}<rect fill="url(#g0)"/>`,
  ),
  'dashes without end': svg(
    `<path d="M0 0${'h1e5v1h-1e5v1'.repeat(3000)}" fill="none" stroke="red" stroke-dasharray="0.01 0.01"/>`,
  ),
  nesting: svg('<g>'.repeat(5000) + '</g>'.repeat(5000)),
  'layers in layers': svg(
    `${'<g opacity="0.9">'.repeat(190)}${'<g opacity="0.9"><rect width="200" height="200"/></g>'.repeat(500)}${'</g>'.repeat(190)}`,
  ),
  'variables of variables': svg(
    `<style>:root{--a:1${chain(30, index => `;--a${index}:var(--a${index + 1}) var(--a${index + 1})`)}} rect{fill:var(--a0)}</style>`,
  ),
  'entities of much text': Buffer.from(
    `<!DOCTYPE svg [<!ENTITY a "${'x'.repeat(1000)}">]><svg ${ns}>${'<text>&a;</text>'.repeat(100_000)}</svg>`,
  ),
  'entities of entities': Buffer.from(
    `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><svg ${ns}><text>&b;</text></svg>`,
  ),
  'SVG in SVG in SVG': chainOfFiles(6),
};

function chainOfFiles(depth: number): Buffer {
  const inner = depth === 0 ? svg('') : chainOfFiles(depth - 1);
  return svg(`<image width="9" height="9" href="data:image/svg+xml;base64,${inner.toString('base64')}"/>`);
}

describe('B17: a drawing that does not end is ended, and its process with it', () => {
  test.for(Object.entries(bombs))('%s', { timeout: 120_000 }, async ([name, bytes]) => {
    const work = async (): Promise<void> => {
      const drawing = await openDrawing(name, bytes, 3000);
      await drawing.draw({ width: 1500, height: 1500 });
    };
    await expect(work()).rejects.toThrow(/^Unable to read image source /);
  });

  test('what is heavy but ends is drawn, or ended', { timeout: 120_000 }, async () => {
    for (const [name, body] of Object.entries({
      'convolution in a row': filtered(
        `<feConvolveMatrix order="99" kernelMatrix="${'1 '.repeat(99 * 99)}"/>`.repeat(20),
      ),
      'wide blur': filtered('<feGaussianBlur stdDeviation="1e6"/>'),
      'long text': `<text font-size="1e7">${'A'.repeat(200_000)}</text>`,
      'tiny pattern': `<pattern id="p" width="1e-4" height="1e-4" patternUnits="userSpaceOnUse"><circle r="50"/></pattern><rect width="200" height="200" fill="url(#p)"/>`,
      'a circle of uses': '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>',
      'far away': `<path d="M${'1e38 -1e38 '.repeat(10_000)}"/>`,
    })) {
      const work = async (): Promise<void> => {
        await (await openDrawing(name, svg(body), 3000)).draw({ width: 500, height: 500 });
      };
      await work().catch((error: unknown) =>
        expect(String(error), name).toContain('Unable to read image source'),
      );
    }
  });

  test('no process is left behind, and the next drawing is drawn', { timeout: 60_000 }, async () => {
    const before = new Set(await drawingProcesses());
    await expect(
      (await openDrawing('x', bombs['erosion in a row'] ?? Buffer.of(), 1500)).draw({
        width: 2000,
        height: 2000,
      }),
    ).rejects.toThrow('drawing it takes longer than 1.5 s');
    const prepared = await prepareImage(svg('<rect width="200" height="200" fill="red"/>'), { maxSide: 64 });
    expect(near(await pixelAt(bytesOf(prepared.dataUrl), 32, 32), red, 6)).toBe(true);
    const after = await drawingProcesses();
    expect(after.length).toBeLessThanOrEqual(1);
    if (after.length > 0) expect(before.has(after[0] ?? '')).toBe(false);
  });

  test('a stated area beyond all limits is drawn smaller, not refused', async () => {
    const huge = svg('<rect width="100%" height="100%" fill="red"/>', 'width="1000000" height="500000"');
    const prepared = await prepareImage(huge, { maxSide: 100 });
    expect(prepared).toMatchObject({
      width: 100,
      height: 50,
      original: { width: 1_000_000, height: 500_000 },
    });
    expect(near(await pixelAt(bytesOf(prepared.dataUrl), 50, 25), red, 6)).toBe(true);
  });
});

/** The drawing processes of this one, where the system shows them. */
async function drawingProcesses(): Promise<string[]> {
  const pids = await readdir('/proc').catch(() => []);
  const own: string[] = [];
  for (const pid of pids.filter(name => /^\d+$/.test(name))) {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    if (line.includes('drawProcess') && stat.split(') ')[1]?.split(' ')[1] === String(process.pid))
      own.push(pid);
  }
  return own;
}

test('W18: heads of many tags or comments are looked at in a moment, and not on this thread', async () => {
  for (const piece of ['<svg', '<!--', '<!-- -->', '<a ', ' '])
    await expect(prepareImage(Buffer.from(`<${piece.repeat(300_000)}`), { name: 'x.svg' })).rejects.toThrow(
      'Unable to read image source x.svg',
    );
});

describe('PIC-7: what of a drawing is not drawn is told', () => {
  const notesOf = async (file: Buffer): Promise<string[]> =>
    (await prepareImage(file, { maxSide: 64 })).notes;

  test('images, parts, style sheets and fonts of other files', async () => {
    expect(
      await notesOf(
        svg(
          `<image href="photo.jpg" width="9" height="9"/><image href="https://example.org/${'x'.repeat(200)}" width="9" height="9"/>
           <use href="icons.svg#star"/><style>@import "theme.css"; @font-face{font-family:a;src:url(data:font/woff2;base64,AA)}</style>
           <image href="data:image/bmp;base64,Qk0=" width="9" height="9"/><text font-family="a">x</text>
           <rect fill="var(--nowhere)"/>`,
        ),
      ),
    ).toEqual([
      `Images that the SVG links to are not drawn: photo.jpg, …${'x'.repeat(59)}.`,
      'Images inside the SVG whose format is not supported are not drawn.',
      'Parts of other files that the SVG refers to are not drawn: icons.svg#star.',
      'Style sheets outside the SVG are not applied: theme.css.',
      'Variables that the SVG does not define have no effect: --nowhere.',
      'Fonts embedded in the SVG are not used; its text is drawn in other fonts.',
    ]);
  });

  test('nothing is told of a drawing that is whole, or of a link', async () => {
    expect(
      await notesOf(
        svg(
          '<defs><linearGradient id="g"><stop stop-color="red"/></linearGradient></defs><a href="https://example.org"><rect width="99" height="99" fill="url(#g)"/></a><metadata>x</metadata>',
        ),
      ),
    ).toEqual([]);
  });

  test('HTML labels are drawn as text where they stand: Mermaid and draw.io', async () => {
    const mermaid = svg(
      '<g transform="translate(50,100)"><foreignObject width="100" height="24"><div xmlns="http://www.w3.org/1999/xhtml" style="display: table-cell; white-space: nowrap; text-align: center; color: rgb(255,0,0)"><span class="nodeLabel"><p>MMMMM</p></span></div></foreignObject></g>',
    );
    const drawio = svg(
      `<switch><foreignObject pointer-events="none" width="100%" height="100%" requiredFeatures="http://www.w3.org/TR/SVG11/feature#Extensibility"><div xmlns="http://www.w3.org/1999/xhtml" style="display: flex; align-items: unsafe center; justify-content: unsafe center; width: 118px; height: 1px; padding-top: 112px; margin-left: 41px;"><div style="box-sizing: border-box; font-size: 0px; text-align: center;"><div style="display: inline-block; font-size: 20px; color: #FF0000; white-space: normal;">MMM<br/>MMM</div></div></div></foreignObject><text x="0" y="20" fill="blue">fallback</text></switch>
       <switch><g requiredFeatures="http://www.w3.org/TR/SVG11/feature#Extensibility"/><a href="https://www.diagrams.net"><text x="0" y="200">Text is not SVG - cannot display</text></a></switch>`,
    );
    for (const file of [mermaid, drawio]) {
      const prepared = await prepareImage(file, { maxSide: 200 });
      expect(prepared.notes).toEqual(['HTML labels in the SVG are drawn as plain text.']);
      const sent = bytesOf(prepared.dataUrl);
      const crop = (top: number, height: number): Promise<Buffer> =>
        sharp(sent).extract({ left: 40, top, width: 120, height }).toBuffer();
      expect(await hasRed(await crop(90, 45))).toBe(true);
      expect(await hasRed(await crop(0, 80))).toBe(false);
    }
    expect(cleaned(drawio)).not.toContain('cannot display');
    expect(cleaned(drawio)).not.toContain('fallback');
  });

  test('HTML that is more than text is told', async () => {
    expect(
      await notesOf(
        svg(
          '<foreignObject width="99" height="99"><p xmlns="http://www.w3.org/1999/xhtml"><canvas/></p></foreignObject>',
        ),
      ),
    ).toEqual(['HTML inside the SVG (foreignObject) that is more than text is not drawn.']);
  });

  test('variables are resolved where the file defines them', async () => {
    const cases: Record<string, string> = {
      'in a style sheet': '<style>:root{--c:#ff0000}</style><rect width="200" height="200" fill="var(--c)"/>',
      'by another':
        '<style>svg{--c:var(--d);--d:red}</style><rect width="200" height="200" style="fill:var(--c)"/>',
      'in a rule':
        '<style>*{--c:red} .a{fill:var( --c , blue)}</style><rect class="a" width="200" height="200"/>',
      'around it': '<g style="--c:red"><rect width="200" height="200" fill="var(--c)"/></g>',
      'not at all, with another colour': '<rect width="200" height="200" fill="var(--c, red)"/>',
      'in a media query besides':
        '<style>@media (prefers-color-scheme:dark){:root{--c:blue}} :root{--c:red}</style><rect width="200" height="200" fill="var(--c)"/>',
      'for light and dark': '<rect width="200" height="200" style="fill:light-dark(red, blue)"/>',
    };
    for (const [where, body] of Object.entries(cases)) {
      const { dataUrl, notes } = await prepareImage(svg(body), { maxSide: 64 });
      expect(notes, where).toEqual([]);
      expect(near(await pixelAt(bytesOf(dataUrl), 32, 32), red, 6), where).toBe(true);
    }
  });
});
