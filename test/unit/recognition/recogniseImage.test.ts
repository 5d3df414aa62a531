import type * as childProcess from 'node:child_process';
import type * as os from 'node:os';
import { fork, type ChildProcess } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';
import { readFindings } from '../../../src/recognition/readFindings.ts';
import {
  isRecognitionOn,
  recogniseImage,
  RecognitionOff,
  setRecognition,
  type RecogniseOptions,
} from '../../../src/recognition/recogniseImage.ts';
import { createRandom } from '../../fuzz/random.ts';
import { mutateBytes } from '../../fuzz/mutate.ts';
import { drawnWords, wallOfWords } from '../../support/drawnWords.ts';

const { started } = vi.hoisted(() => ({ started: [] as ChildProcess[] }));
vi.mock('node:child_process', async original => {
  const real = await original<typeof childProcess>();
  const watched = (...args: Parameters<typeof fork>): ChildProcess => {
    const child = real.fork(...args);
    started.push(child);
    return child;
  };
  return { ...real, fork: watched };
});

/** Processors that this machine says it has; more than two let it look at two images at once. */
const { machine } = vi.hoisted(() => ({ machine: { processors: 2 } }));
vi.mock('node:os', async original => ({
  ...(await original<typeof os>()),
  availableParallelism: () => machine.processors,
  totalmem: () => 16_000_000_000,
}));

/** Opening the networks takes seconds, on a busy machine many. */
vi.setConfig({ testTimeout: 300_000 });

const sign = await drawnWords({ width: 480, height: 300 }, [
  { words: 'HELLO', x: 80, y: 50, size: 48 },
  { words: 'LAKESIDE', x: 80, y: 180, size: 36 },
]);

const textOf = async (source: string | Uint8Array, options?: RecogniseOptions): Promise<string[]> =>
  (await recogniseImage(source, options)).lines.map(({ text }) => text);

/** The writer would fetch its WebAssembly. */
const writer = createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm');
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(writer)).buffer } });

beforeAll(() => void vi.stubEnv('SIGHTLINE_RECOGNITION', 'on'));
afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
  vi.unstubAllEnvs();
});

/** A code on a white page, its left top corner at 100, 50. */
async function pageWithCode(text: string, format: 'QRCode' | 'EAN13'): Promise<Buffer> {
  const { image } = await writeBarcode(text, { format, scale: 4 });
  const code = Buffer.from(await (image ?? new Blob()).arrayBuffer());
  return sharp({ create: { width: 700, height: 500, channels: 3, background: '#fff' } })
    .composite([{ input: code, left: 100, top: 50 }])
    .png()
    .toBuffer();
}

describe('what is found', () => {
  it('is text with the place where it stands, in reading order, in words that readFindings takes', async () => {
    const findings = await recogniseImage(sign);
    expect(findings.lines.map(({ text }) => text)).toEqual(['HELLO', 'LAKESIDE']);
    expect(readFindings(structuredClone(findings))).toEqual(findings);
    expect(findings).toMatchObject({ width: 480, height: 300 });
    const [first] = findings.lines;
    expect(first?.score).toBeGreaterThan(0.8);
    expect(first?.box.x).toBeCloseTo(80, -1.5);
    expect(first?.box.y).toBeCloseTo(50, -1.5);
    expect(first?.lineHeight).toBeGreaterThan(40);
  });

  it('is the same of a path, of bytes and of a data URL, and lies in the pixels of the wanted size', async () => {
    const url = `data:image/png;base64,${sign.toString('base64')}`;
    expect(await textOf(url)).toEqual(['HELLO', 'LAKESIDE']);
    const { width, lines } = await recogniseImage(url, { size: { width: 960, height: 600 } });
    expect(width).toBe(960);
    expect(lines[0]?.box.x).toBeCloseTo(160, -2);
    expect(lines[0]?.lineHeight).toBeGreaterThan(80);
  });

  it('stands upright where the orientation says that the image is turned', async () => {
    const turned = await sharp(sign)
      .rotate(90)
      .withExif({})
      .withMetadata({ orientation: 8 })
      .jpeg()
      .toBuffer();
    const findings = await recogniseImage(turned);
    expect(findings).toMatchObject({ width: 480, height: 300 });
    expect(findings.lines.map(({ text }) => text)).toEqual(['HELLO', 'LAKESIDE']);
  });

  it('is text that lies on its side', async () => {
    expect(await textOf(await sharp(sign).rotate(90).png().toBuffer())).toContain('HELLO');
    expect(await textOf(await sharp(sign).rotate(270).png().toBuffer())).toContain('HELLO');
  });

  it.each([
    ['QRCode', 'https://example.org/?id=42'],
    ['EAN13', '4006381333931'],
  ] as const)('is a code, %s, with its text and its place', async (format, text) => {
    const { codes } = await recogniseImage(await pageWithCode(text, format), { only: 'text' });
    expect(codes).toMatchObject([{ text }]);
    expect(codes[0]?.format).toContain(format.slice(0, 2));
    expect(codes[0]?.box.x).toBeGreaterThan(95);
    expect(codes[0]?.box.width).toBeGreaterThan(60);
  });

  it('is only what is asked for; things are told before the text', async () => {
    const firsts: object[] = [];
    const onFirst = (first: object): void => void firsts.push(first);
    expect(await recogniseImage(sign, { only: 'things', onFirst })).toMatchObject({ lines: [], codes: [] });
    expect(firsts).toEqual([{ width: 480, height: 300, things: [], faces: [] }]);
    expect(await textOf(sign, { only: 'text', onFirst })).toEqual(['HELLO', 'LAKESIDE']);
    expect(firsts).toHaveLength(1);
  });

  it.each([
    ['a single pixel', { width: 1, height: 1 }],
    ['a thread', { width: 3000, height: 1 }],
    ['a hair', { width: 1, height: 3000 }],
  ])('is nothing, and no fault, in %s', async (_, size) => {
    const image = sharp({ create: { ...size, channels: 3, background: '#345' } });
    const { width, height, things, lines } = await recogniseImage(await image.png().toBuffer());
    expect({ width, height, things, lines }).toEqual({ ...size, things: [], lines: [] });
  });

  it('is refused or found, never a fault, in images with wrong bytes', async () => {
    const random = createRandom('recognition');
    const jpeg = await sharp(sign).jpeg().toBuffer();
    for (let i = 0; i < 12; i++) {
      const outcome = await recogniseImage(mutateBytes(random, jpeg)).then(
        findings => readFindings(findings) !== undefined,
        (error: unknown) => (error as Error).name === 'ValueError',
      );
      expect(outcome).toBe(true);
    }
  });
});

describe('its process', () => {
  const isAlive = ({ exitCode, signalCode }: ChildProcess): boolean =>
    exitCode === null && signalCode === null;
  const living = (): ChildProcess[] => started.filter(isAlive);

  it('is one, and is kept from image to image', async () => {
    await recogniseImage(sign);
    const [before] = living();
    await recogniseImage(sign);
    expect(living()).toEqual([before]);
  });

  it('is joined by a second one where the machine has room for two images at once, and by no third', async () => {
    machine.processors = 4;
    try {
      const texts = await Promise.all([textOf(sign), textOf(sign), textOf(sign)]);
      expect(texts).toEqual(Array(3).fill(['HELLO', 'LAKESIDE']));
      expect(living()).toHaveLength(2);
    } finally {
      machine.processors = 2;
    }
    // What follows is about one of them.
    for (const child of living().slice(1)) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  });

  it('is killed in the middle of an image, and nobody notices', async () => {
    const firsts: object[] = [];
    const lines = await textOf(await wallOfWords(), {
      onFirst: first => {
        firsts.push(first);
        for (const child of living()) child.kill('SIGKILL');
      },
    });
    expect(lines.length).toBeGreaterThan(8);
    expect(firsts).toHaveLength(1);
  });

  it('is killed twice: the error says so, and the next image is looked at', async () => {
    const killer = setInterval(() => {
      for (const child of living()) child.kill('SIGKILL');
    }, 20);
    const refused = expect(recogniseImage(sign)).rejects.toThrow(/failed twice|could not be started/);
    await refused;
    clearInterval(killer);
    expect(await textOf(sign)).toEqual(['HELLO', 'LAKESIDE']);
  });

  it('gives up an image that is cancelled, and looks at the next one', async () => {
    const stop = new AbortController();
    const wall = recogniseImage(await wallOfWords(), { signal: stop.signal, onFirst: () => stop.abort() });
    await expect(wall).rejects.toMatchObject({ name: 'AbortError' });
    expect(await textOf(sign)).toEqual(['HELLO', 'LAKESIDE']);
    const before = AbortSignal.abort();
    await expect(recogniseImage(sign, { signal: before })).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('sends nothing: it works where every connection ends it', async () => {
    const own = path.resolve(import.meta.dirname, '../../../src/recognition/recognitionProcess.ts');
    const guard = path.resolve(import.meta.dirname, '../../support/noNetwork.mjs');
    const child = fork(own, [], { execArgv: ['--import', guard], serialization: 'advanced' });
    const told = new EventEmitter();
    child.on('message', (message: object) => told.emit(Object.keys(message)[0] ?? '', message));
    child.once('exit', code => told.emit('error', new Error(`It ended with ${String(code)}.`)));
    try {
      await once(told, 'ready');
      const { data, info } = await sharp(sign).removeAlpha().raw().toBuffer({ resolveWithObject: true });
      child.send({ image: { rgb: data, width: info.width, height: info.height } });
      expect(await once(told, 'findings')).toMatchObject([
        { findings: { lines: [{ text: 'HELLO' }, { text: 'LAKESIDE' }] } },
      ]);
    } finally {
      child.removeAllListeners('exit');
      child.kill('SIGKILL');
    }
  });
});

describe('turned off', () => {
  beforeEach(() => void (started.length = 0));
  afterEach(() => setRecognition(true));

  it('by the setting, it says so and starts nothing', async () => {
    setRecognition(false);
    expect(isRecognitionOn()).toBe(false);
    await expect(recogniseImage(sign)).rejects.toThrow(RecognitionOff);
    await expect(recogniseImage(sign)).rejects.toThrow('turned off');
    expect(started).toEqual([]);
  });

  it.each(['off', 'OFF', '0', 'false'])('by SIGHTLINE_RECOGNITION=%s, whatever the setting says', value => {
    vi.stubEnv('SIGHTLINE_RECOGNITION', value);
    setRecognition(true);
    expect(isRecognitionOn()).toBe(false);
  });
});
