import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bytesOf } from '../../support/pictures.ts';
import { everyImageKind, type ImageKind, size } from '../../support/imageKinds.ts';

/**
 * Many kinds of images, each of six squares, made here and prepared by both builds of sharp; what is sent is judged by what the
 * squares are in each kind.
 */

interface Sent {
  dataUrl?: string;
  notes?: string[];
  error?: string;
}

let folder = '';
let kinds: ImageKind[] = [];
const sent: Record<'native' | 'wasm', Sent[]> = { native: [], wasm: [] };

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sightline-kinds-'));
  kinds = await everyImageKind();
  const files: string[] = [];
  for (const [index, { file }] of kinds.entries()) {
    files.push(path.join(folder, String(index)));
    await writeFile(files[index] ?? '', file);
  }
  const script = path.join(import.meta.dirname, 'children/prepare.ts');
  await Promise.all(
    (['native', 'wasm'] as const).map(async build => {
      const env = { ...process.env, SIGHTLINE_SHARP: build };
      const { stdout } = await promisify(execFile)(process.execPath, [script, ...files], {
        env,
        maxBuffer: 1e8,
      });
      const prepared = JSON.parse(stdout) as { build: string; pictures: Sent[] };
      expect(prepared.build).toBe(build);
      sent[build] = prepared.pictures;
    }),
  );
}, 300_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What is wrong with what is sent of an image; empty where it is right. */
async function faultsOf(kind: ImageKind, { dataUrl, notes = [], error }: Sent): Promise<string[]> {
  if (kind.refusal !== undefined)
    return error !== undefined && kind.refusal.test(error)
      ? []
      : [`not refused: ${error ?? notes.join(' ')}`];
  if (dataUrl === undefined) return [error ?? 'nothing was sent'];
  const { data, info } = await sharp(bytesOf(dataUrl)).raw().toBuffer({ resolveWithObject: true });
  const faults: string[] = [];
  if (info.width !== size.width || info.height !== size.height)
    faults.push(`${info.width} × ${info.height} pixels`);
  for (const [square, colour] of kind.squares.entries()) {
    const at = ((Math.floor(square / 3) * 8 + 4) * info.width + (square % 3) * 8 + 4) * info.channels;
    const seen = [...data.subarray(at, at + 3)];
    if (seen.some((value, k) => Math.abs(value - (colour[k] ?? 0)) > (kind.tolerance ?? 5)))
      faults.push(`square ${square} is ${seen.join(' ')} instead of ${colour.map(Math.round).join(' ')}`);
  }
  const told = notes.join(' ');
  if (kind.note !== undefined && !kind.note.test(told)) faults.push(`told: "${told}"`);
  if (kind.note === undefined && told !== '' && !/^Its values are shown from /.test(told))
    faults.push(`told: "${told}"`);
  return faults;
}

describe('images of many kinds are sent as what they are', () => {
  test('there are at least 200 of them', () => {
    expect(kinds.length).toBeGreaterThanOrEqual(200);
  });

  for (const build of ['native', 'wasm'] as const)
    test(`by the ${build} build`, async () => {
      const faults: string[] = [];
      for (const [index, kind] of kinds.entries())
        for (const fault of await faultsOf(kind, sent[build][index] ?? {}))
          faults.push(`${kind.name}: ${fault}`);
      expect(faults).toEqual([]);
    });
});
