import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  downloadModel,
  planDownload,
  type DownloadOptions,
  type DownloadProgress,
} from '../../../src/captioning/download/downloadModel.ts';
import { captioners, type Captioner } from '../../../src/captioning/models/captioners.ts';
import type { InstalledModel } from '../../../src/captioning/models/installedModel.ts';
import { ModelStore } from '../../../src/captioning/models/modelStore.ts';
import { toyCaptioner } from '../../support/captioning/toyCaptioner.ts';
import { startToyHub, toyRevision, type ToyHub } from '../../support/captioning/toyHub.ts';

const decoder = 'onnx/decoder_model_merged.onnx';
const [captioner] = captioners as [Captioner];
const files = toyCaptioner();
const size = files.get(decoder)?.length ?? 0;
const total = [...files.values()].reduce((sum, { length }) => sum + length, 0);

let hub: ToyHub;
let folder: string;
let store: ModelStore;

beforeEach(async () => {
  hub = await startToyHub();
  folder = await mkdtemp(path.join(tmpdir(), 'sightline-models-'));
  store = new ModelStore(folder);
});

afterEach(async () => {
  await hub[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const pauses: number[] = [];

async function download(options: DownloadOptions = {}): Promise<InstalledModel> {
  const all = {
    hub: hub.url,
    sleep: (milliseconds: number) => {
      pauses.push(milliseconds);
      return Promise.resolve();
    },
    ...options,
  };
  return downloadModel(store, await planDownload(store, captioner, all), all);
}

const part = (name: string): string => path.join(folder, captioner.id, `${name}.part`);
const asked = (name: string): string[] => hub.hits.filter(hit => hit.includes(`/store/${name}`));

describe('a model is downloaded', () => {
  it('whole, at one commit, with the sizes and hashes that the hub lists, and progress over all files', async () => {
    const steps: DownloadProgress[] = [];
    const model = await download({ onProgress: progress => steps.push(progress) });
    expect(model).toMatchObject({
      id: captioner.id,
      revision: toyRevision,
      source: `${hub.url}/${captioner.repository}`,
      weights: { encoder_model: 'fp32', decoder_model_merged: 'fp32' },
    });
    for (const { path: name, bytes } of model.files) {
      const content = await readFile(path.join(folder, captioner.id, name));
      expect(content.equals(files.get(name) ?? Buffer.alloc(0))).toBe(true);
      expect(content.length).toBe(bytes);
    }
    expect(await store.installed()).toEqual([model]);
    expect(await store.partial()).toEqual([]);
    expect(steps.at(-1)).toMatchObject({ bytes: total, totalBytes: total });
    expect(steps.map(({ bytes }) => bytes)).toEqual(steps.map(({ bytes }) => bytes).sort((a, b) => a - b));
    expect(await readdir(path.join(folder, captioner.id))).not.toContain('sightline-download.json');
    expect(hub.hits.filter(hit => hit.includes('resolve')).every(hit => hit.includes(toyRevision))).toBe(
      true,
    );
  });

  it('goes on where a connection was cut, by asking for the rest', async () => {
    hub.faults = [{ path: decoder, kind: 'cut', times: 2 }];
    await download();
    expect(asked(decoder)).toEqual([
      `GET /store/${decoder}`,
      `GET /store/${decoder} bytes=${size / 2}-`,
      `GET /store/${decoder} bytes=${size / 2 + size / 4}-`,
    ]);
    expect(await store.find(captioner.id)).toBeDefined();
  });

  it('goes on where an answer ended too early without saying so', async () => {
    hub.faults = [{ path: decoder, kind: 'short', times: 1 }];
    await download();
    expect(asked(decoder)).toHaveLength(2);
    expect(await store.find(captioner.id)).toBeDefined();
  });

  it('goes on after the server was busy, and gives up in the end', async () => {
    pauses.length = 0;
    hub.faults = [{ path: decoder, kind: 'busy', times: 2 }];
    await download();
    expect(pauses).toEqual([1000, 2000]);
    await store.remove(captioner.id);
    hub.faults = [{ path: decoder, kind: 'busy', times: 100 }];
    await expect(download()).rejects.toMatchObject({ code: 'providerFailed' });
    expect(hub.faults[0]?.times).toBe(95);
    expect(await store.installed()).toEqual([]);
  });

  it('goes on where nothing came any more, and gives up where nothing comes at all', async () => {
    hub.faults = [{ path: decoder, kind: 'stuck', times: 1 }];
    await download({ silenceMs: 500 });
    expect(asked(decoder)).toHaveLength(2);
    await store.remove(captioner.id);
    hub.faults = [{ path: decoder, kind: 'silent', times: 100 }];
    await expect(download({ silenceMs: 500 })).rejects.toMatchObject({ code: 'timeout' });
  });

  it('begins a file anew where the server serves no parts', async () => {
    hub.faults = [{ path: decoder, kind: 'cut', times: 1 }];
    hub.ranges = false;
    await download();
    expect((await store.find(captioner.id))?.files).toHaveLength(files.size);
  });

  it('refuses a file with another content, and keeps nothing of it', async () => {
    hub.faults = [{ path: decoder, kind: 'wrong', times: 1 }];
    await expect(download()).rejects.toMatchObject({
      code: 'incomplete',
      message: expect.stringContaining(decoder) as string,
    });
    expect(await stat(part(decoder)).catch(() => 'gone')).toBe('gone');
    expect(await store.installed()).toEqual([]);
    await download();
    expect(await store.find(captioner.id)).toBeDefined();
  });

  it('refuses a small file with another content by its name in git', async () => {
    hub.faults = [{ path: 'tokenizer.json', kind: 'wrong', times: 1 }];
    await expect(download()).rejects.toMatchObject({ code: 'incomplete' });
  });

  it('refuses a file that is longer than it was listed', async () => {
    hub.faults = [{ path: decoder, kind: 'long', times: 1 }];
    await expect(download()).rejects.toMatchObject({ code: 'incomplete' });
    expect(await stat(part(decoder)).catch(() => 'gone')).toBe('gone');
  });

  it('is paused by its signal, and resumed by another download, also in another process', async () => {
    const pause = new AbortController();
    hub.faults = [{ path: decoder, kind: 'stuck', times: 1 }];
    const stopped = download({
      signal: pause.signal,
      onProgress: ({ bytes, file }) => {
        if (file === decoder && bytes > total - size) pause.abort();
      },
    });
    await expect(stopped).rejects.toMatchObject({ name: 'AbortError' });
    const [partial] = await new ModelStore(folder).partial();
    expect(partial).toMatchObject({ plan: { id: captioner.id }, bytes: total - size / 2 });
    hub.hits.length = 0;
    const model = await download();
    expect(model.files).toHaveLength(files.size);
    expect(hub.hits).toEqual([
      `GET /${captioner.repository}/resolve/${toyRevision}/${decoder} bytes=${size / 2}-`,
      `GET /store/${decoder} bytes=${size / 2}-`,
    ]);
  });

  it('is cancelled by removing what has come', async () => {
    hub.faults = [{ path: decoder, kind: 'wrong', times: 1 }];
    await expect(download()).rejects.toMatchObject({ code: 'incomplete' });
    expect(await store.remove(captioner.id)).toBe(true);
    expect(await store.partial()).toEqual([]);
    expect((await readdir(folder)).filter(name => !name.endsWith('.lock'))).toEqual([]);
  });

  it('throws away a longer or damaged part of an earlier download', async () => {
    hub.faults = [{ path: decoder, kind: 'busy', times: 5 }];
    await expect(download()).rejects.toMatchObject({ code: 'providerFailed' });
    await writeFile(part(decoder), Buffer.alloc(size + 100));
    await download();
    await truncate(path.join(folder, captioner.id, decoder), 10);
    expect(await store.find(captioner.id)).toBeUndefined();
    await download();
    expect(await store.find(captioner.id)).toBeDefined();
  });

  it('is not begun where the disk has no room for it', async () => {
    await expect(download({ freeSpace: () => Promise.resolve(1000) })).rejects.toMatchObject({
      code: 'store',
      message: expect.stringMatching(/not enough space.*1,?000 bytes are free/) as string,
    });
    expect(hub.hits.filter(hit => hit.includes('resolve'))).toEqual([]);
  });

  it('is not begun twice at once', async () => {
    hub.faults = [{ path: decoder, kind: 'stuck', times: 1 }];
    const stop = new AbortController();
    const first = download({ signal: stop.signal, onProgress: () => undefined });
    await expect.poll(() => asked(decoder).length).toBe(1);
    await expect(download()).rejects.toMatchObject({
      code: 'store',
      message: expect.stringContaining('already') as string,
    });
    await expect(store.remove(captioner.id)).rejects.toMatchObject({ code: 'store' });
    stop.abort();
    await expect(first).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('tells that a hub does not have it', async () => {
    await hub[Symbol.asyncDispose]();
    hub = await startToyHub(new Map());
    await expect(download()).rejects.toMatchObject({ code: 'notFound' });
    const address = hub.url;
    await hub[Symbol.asyncDispose]();
    await expect(download({ hub: address })).rejects.toMatchObject({ code: 'network' });
    hub = await startToyHub();
  });
});
