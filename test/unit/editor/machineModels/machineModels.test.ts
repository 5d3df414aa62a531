import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ModelStore } from '../../../../src/captioning/models/modelStore.ts';
import { downloadModelFlow } from '../../../../src/editor/machineModels/downloadModelFlow.ts';
import type {
  MachineModelDialogue,
  ModelChoiceItem,
} from '../../../../src/editor/machineModels/machineModelDialogue.ts';
import { removeModelFlow } from '../../../../src/editor/machineModels/removeModelFlow.ts';
import { toyCaptioner, writeModel } from '../../../support/captioning/toyCaptioner.ts';
import { startToyHub, type ToyHub } from '../../../support/captioning/toyHub.ts';

const decoder = 'onnx/decoder_model_merged.onnx';

let hub: ToyHub;
let folder: string;
let store: ModelStore;
let used: string[];

beforeEach(async () => {
  hub = await startToyHub();
  folder = await mkdtemp(path.join(tmpdir(), 'sightline-machine-models-'));
  store = new ModelStore(path.join(folder, 'models'));
  used = [];
});

afterEach(async () => {
  await hub[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** A person who picks what has a label, presses one button after the other, and sees all that is shown. */
function person(
  label: string,
  presses: readonly (string | undefined)[],
  { pauseAt = Infinity, own }: { pauseAt?: number; own?: { folder: string; name: string } } = {},
) {
  const seen: string[] = [];
  const items: ModelChoiceItem<unknown>[] = [];
  const shares: number[] = [];
  const left = [...presses];
  let isPaused = false;
  const press = (message: string, buttons: readonly string[]): never => {
    seen.push(message);
    const button = left.shift();
    if (button !== undefined) expect(buttons).toContain(button);
    return button as never;
  };
  const dialogue: MachineModelDialogue = {
    pick: (_title, _placeholder, offered) => {
      items.push(...(offered as ModelChoiceItem<unknown>[]));
      return Promise.resolve(offered.find(item => item.label === label)?.value);
    },
    ask: ({ message, detail, buttons }) => Promise.resolve(press(`${message}\n${detail}`, buttons)),
    tell: (message, ...buttons) => Promise.resolve(press(message, buttons)),
    tellFailure: ({ message }, ...buttons) => Promise.resolve(press(message, buttons)),
    during: (_title, work) => {
      const cancel = new AbortController();
      return work((_words, share) => {
        shares.push(share);
        if (share < pauseAt || isPaused) return;
        isPaused = true;
        cancel.abort();
      }, cancel.signal);
    },
    pickFolder: () => Promise.resolve(own?.folder),
    askName: () => Promise.resolve(own?.name),
  };
  return { dialogue, seen, items, shares };
}

const download = (dialogue: MachineModelDialogue): Promise<void> =>
  downloadModelFlow({
    dialogue,
    store,
    hub: () => hub.url,
    use: model => Promise.resolve(void used.push(model.id)),
    options: { freeSpace: () => Promise.resolve(3 * 1024 ** 3), sleep: () => Promise.resolve() },
  });

describe('Download Model for This Machine', () => {
  it('says host, size, licence, free space, folder and how to remove it before anything is fetched', async () => {
    const { dialogue, seen, items } = person('DistilViT', [undefined]);
    await download(dialogue);
    expect(items.map(({ label }) => label)).toEqual([
      ...['Available', 'DistilViT', 'Florence-2 Base', 'SmolVLM 256M', 'Your own model', 'From a Folder…'],
    ]);
    for (const words of [
      'Download DistilViT?',
      `From: ${new URL(hub.url).host} (Mozilla/distilvit)`,
      'Size: 2.1 KB',
      'License: Apache-2.0',
      'Free space there: 3 GB',
      `Folder: ${store.folderOf('distilvit')}`,
      'Remove Model from This Machine',
    ])
      expect(seen[0]).toContain(words);
    expect(hub.hits.some(hit => hit.includes('/resolve/'))).toBe(false);
    expect(await store.partial()).toEqual([]);
  });

  it('downloads with progress, and makes the model the chosen one', async () => {
    const { dialogue, seen, shares } = person('DistilViT', ['Download', 'Use Model']);
    await download(dialogue);
    expect(seen.at(-1)).toBe('DistilViT was downloaded (2.1 KB).');
    expect(shares.at(-1)).toBe(1);
    expect(used).toEqual(['distilvit']);
    const again = person('DistilViT', []);
    await download(again.dialogue);
    expect(again.items.slice(0, 2).map(({ label }) => label)).toEqual(['Downloaded', 'DistilViT']);
    expect(used).toEqual(['distilvit', 'distilvit']);
  });

  it('is paused by Cancel, and resumed there or later, in another window too', async () => {
    hub.faults = [{ path: decoder, kind: 'stuck', times: 1 }];
    const first = person('DistilViT', ['Download', undefined], { pauseAt: 0.8 });
    await download(first.dialogue);
    expect(first.seen.at(-1)).toMatch(/^The download of DistilViT is paused at \d+ %\.$/);
    const second = person('DistilViT', ['Resume', undefined]);
    await download(second.dialogue);
    expect(second.items.find(({ label }) => label === 'DistilViT')?.description).toMatch(/paused at \d+ %/);
    expect(second.seen[0]).toContain('Resume the download of DistilViT?');
    expect(await store.find('distilvit')).toBeDefined();
    expect(hub.hits.some(hit => hit.includes('bytes='))).toBe(true);
  });

  it('is cancelled by removing what has come', async () => {
    hub.faults = [{ path: decoder, kind: 'stuck', times: 1 }];
    const { dialogue } = person('DistilViT', ['Download', 'Remove Download'], { pauseAt: 0.8 });
    await download(dialogue);
    expect([await store.partial(), await store.installed()]).toEqual([[], []]);
  });

  it('tells a failure of the server, and is resumed from there or later', async () => {
    hub.faults = [{ path: decoder, kind: 'busy', times: 15 }];
    const first = person('DistilViT', ['Download', 'Resume', undefined]);
    await download(first.dialogue);
    expect(first.seen.slice(1)).toEqual(Array(2).fill(`${new URL(hub.url).host} failed with status 503.`));
    const second = person('DistilViT', ['Resume', 'Resume', undefined]);
    await download(second.dialogue);
    expect(second.seen.at(-1)).toBe('DistilViT was downloaded (2.1 KB).');
    expect(await store.find('distilvit')).toBeDefined();
  });

  it('a failure that another try does not get past is thrown', async () => {
    hub.faults = [{ path: decoder, kind: 'wrong', times: 1 }];
    await expect(download(person('DistilViT', ['Download']).dialogue)).rejects.toMatchObject({
      code: 'incomplete',
    });
  });

  it('adds a model of a folder without any request', async () => {
    await writeModel(path.join(folder, 'own'), toyCaptioner());
    const own = { folder: path.join(folder, 'own'), name: 'boats' };
    const { dialogue } = person('From a Folder…', ['Use Model'], { own });
    await download(dialogue);
    expect(used).toEqual(['boats']);
    expect(hub.hits).toEqual([]);
  });
});

describe('Remove Model from This Machine', () => {
  let chosenAnew = 0;
  beforeEach(() => (chosenAnew = 0));
  const remove = (dialogue: MachineModelDialogue, inUse?: string): Promise<void> =>
    removeModelFlow({
      dialogue,
      store,
      isInUse: id => id === inUse,
      chooseModel: () => {
        chosenAnew += 1;
        return Promise.resolve();
      },
    });

  it('removes a model after confirmation, and says so; says where there is none', async () => {
    const none = person('', [undefined]);
    await remove(none.dialogue);
    expect(none.seen).toEqual(['There are no models on this machine.']);
    await download(person('DistilViT', ['Download', undefined]).dialogue);
    await remove(person('DistilViT', [undefined]).dialogue);
    expect(await store.installed()).toHaveLength(1);
    const { dialogue, seen } = person('DistilViT', ['Remove', undefined]);
    await remove(dialogue);
    expect(seen[0]).toContain('It can be downloaded again.');
    expect(seen.at(-1)).toBe('DistilViT was removed.');
    expect(await store.installed()).toEqual([]);
    expect(chosenAnew).toBe(0);
  });

  it('offers to choose another model in place of the one in use', async () => {
    await download(person('DistilViT', ['Download', undefined]).dialogue);
    const { dialogue, seen, items } = person('DistilViT', ['Remove', 'Choose Model']);
    await remove(dialogue, 'distilvit');
    expect(items[0]?.description).toBe('2.1 KB · in use');
    expect(seen[0]).toContain('It is the model in use.');
    expect(chosenAnew).toBe(1);
  });

  it('promises no download of a model that was added from a folder', async () => {
    await writeModel(path.join(folder, 'own'), toyCaptioner());
    const own = { folder: path.join(folder, 'own'), name: 'boats' };
    await download(person('From a Folder…', [undefined], { own }).dialogue);
    const { dialogue, seen } = person('boats', ['Remove', undefined]);
    await remove(dialogue);
    expect(seen[0]).not.toContain('downloaded again');
    expect(seen[0]).toContain('The folder that it was added from is left as it is.');
    expect(seen.at(-1)).toBe('boats was removed.');
  });

  it('removes what has come of a download, and calls it that', async () => {
    hub.faults = [{ path: decoder, kind: 'stuck', times: 1 }];
    await download(person('DistilViT', ['Download', undefined], { pauseAt: 0.8 }).dialogue);
    const { dialogue, seen } = person('DistilViT', ['Remove', undefined]);
    await remove(dialogue);
    expect(seen[0]).toContain('Remove the download of DistilViT?');
    expect(seen.at(-1)).toBe('The download of DistilViT was removed.');
    expect(await store.partial()).toEqual([]);
  });
});
