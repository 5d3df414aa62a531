import { JSDOM } from 'jsdom';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { drawStreet } from '../../../scripts/sample/drawStreet.ts';
import { hocrEnd, hocrPage, hocrStart } from '../../../src/cli/reading/hocr.ts';
import { freshCli, type Cli } from '../../support/cliProcess.ts';
import { png, red, solid } from '../../support/pictures.ts';
import { lineOf, someFindings } from '../../support/someFindings.ts';

// Every test starts processes, and two of them open the networks.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let cli: Cli;
let folder: string;
const at = (name: string): string => path.join(folder, name);
// Of the command lines of tests it is off by default.
const off = { env: { SIGHTLINE_RECOGNITION: 'off' } };
const on = { env: { SIGHTLINE_RECOGNITION: 'on' } };

beforeAll(async () => {
  cli = await freshCli();
  folder = path.join(cli.folder, 'images');
  await mkdir(folder);
  await drawStreet(at('street.jpg'));
  await writeFile(at('red.png'), await png(solid(60, 40, red)));
});
afterAll(() => cli[Symbol.asyncDispose]());

test('the text of images, one after the other; what cannot be read does not stop the others', async () => {
  const { code, stdout, stderr } = await cli.run(
    ['read', at('street.jpg'), at('none.png'), at('red.png')],
    on,
  );
  expect(stdout).toBe(
    `==> ${at('street.jpg')} <==\nLAKE ROAD\nSTOP\n12 LAKESIDE\n\n==> ${at('red.png')} <==\n\n`,
  );
  expect(stderr).toContain('none.png: there is no such file.');
  expect(code).toBe(1);
});

test('describe: the boxes stand in the JSON, and on a copy in another folder', async () => {
  const out = path.join(cli.folder, 'boxes');
  const before = await readFile(at('street.jpg'));
  const { code, stdout, stderr } = await cli.run(
    ['describe', at('street.jpg'), '--json', '--boxes', out],
    on,
  );
  expect(code).toBe(0);
  const { text, findings } = JSON.parse(stdout) as {
    text: string;
    findings: ReturnType<typeof someFindings>;
  };
  expect(text).toContain('stop sign');
  expect(findings).toMatchObject({ width: 1600, height: 1066 });
  expect(findings.things.map(({ label }) => label)).toContain('bus');
  expect(findings.lines.map(line => line.text)).toContain('STOP');
  expect(stderr).toContain('Boxes drawn on 1 image');
  expect((await readdir(out)).sort()).toEqual(['sightline-boxes.manifest.json', 'street.jpg']);
  expect(await readFile(at('street.jpg'))).toEqual(before);
  expect((await readFile(path.join(out, 'street.jpg'))).equals(before)).toBe(false);
});

test('a folder of images never gets drawn copies, and where nothing is recognized there is none', async () => {
  for (const words of [
    ['describe', at('red.png'), '--boxes', folder],
    ['describe', folder, '--boxes', path.join(folder, '.')],
  ]) {
    const { code, stderr } = await cli.run(words, off);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining('--boxes needs another folder than that of the images') as string,
    });
  }
  const out = path.join(cli.folder, 'no-boxes');
  const { code, stderr } = await cli.run(['describe', folder, '--boxes', out], off);
  expect(code).toBe(0);
  expect(stderr).toContain('2 images have no boxes: they were described without recognition.');
  expect((await readdir(folder)).sort()).toEqual(['red.png', 'street.jpg']);
});

test('the images of a folder in JSON, each with why it could not be read; recognition can be turned off', async () => {
  const { code, stdout } = await cli.run(['read', folder, '--json'], off);
  expect(code).toBe(1);
  const objects = stdout
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as { file: string; error: object });
  expect(objects.map(({ file }) => path.basename(file))).toEqual(['red.png', 'street.jpg']);
  for (const { error } of objects)
    expect(error).toMatchObject({ message: expect.stringContaining('off') as string });
});

test('what read cannot do is refused', async () => {
  const cases: [string[], number, RegExp][] = [
    [['read'], 2, /No image or folder given/],
    [['read', at('red.png'), '--json', '--format', 'hocr'], 2, /exclude each other/],
    [['read', at('red.png'), '--format', 'pdf'], 2, /Allowed choices are text, hocr, json/],
    [['read', 'https://example.org/a.png'], 1, /example\.org/],
  ];
  const results = await cli.runAll(cases.map(([words]) => words));
  for (const [index, [line, code, stderr]] of results.entries()) {
    expect([line, code]).toEqual([line, cases[index]?.[1]]);
    expect(stderr).toMatch(cases[index]?.[2] ?? /never/);
  }
});

test('hOCR is XML and HTML with a page for each image, and text in it is only text', () => {
  const hostile = '</span><script>alert("1")</script> & \u0007 \ud83d end';
  const lines = [...someFindings().lines, lineOf(hostile, { x: -2, y: 3, width: 99, height: 4 }, 0.904)];
  const image = { width: 40, height: 30, lines };
  const document =
    hocrStart('1.2.3') +
    hocrPage({ ...image, file: 'a "b".png' }, 1) +
    hocrPage({ ...image, file: 'c.png' }, 2) +
    hocrEnd;
  for (const contentType of ['application/xhtml+xml', 'text/html'] as const) {
    const { DOMParser: Parser } = new JSDOM('').window as unknown as { DOMParser: typeof DOMParser };
    const parsed = new Parser().parseFromString(document, contentType);
    const pages = [...parsed.querySelectorAll('.ocr_page')];
    expect(pages.map(page => page.getAttribute('title'))).toEqual([
      `image "a 'b'.png"; bbox 0 0 40 30; ppageno 0`,
      'image "c.png"; bbox 0 0 40 30; ppageno 1',
    ]);
    const [first, , last] = [...(pages[0]?.querySelectorAll('.ocr_line') ?? [])];
    expect(first?.getAttribute('title')).toBe('bbox 1 1 31 5; x_wconf 97');
    expect(first?.textContent).toBe('MAIN STREET');
    expect(last?.getAttribute('title')).toBe('bbox 0 3 40 7; x_wconf 90');
    expect(last?.textContent).toBe('</span><script>alert("1")</script> & \ufffd \ufffd end');
    expect(parsed.querySelector('script')).toBeNull();
    expect(parsed.querySelector('meta[name="ocr-system"]')?.getAttribute('content')).toBe('Sightline 1.2.3');
  }
});
