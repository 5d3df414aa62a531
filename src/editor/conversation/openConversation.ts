import * as vscode from 'vscode';
import { present } from '../../base/present.ts';
import type { Log } from '../log.ts';
import type { ModelAsker } from '../models/modelAsker.ts';
import type { ModelChoice } from '../models/modelChoice.ts';
import { imageSettings } from '../imageSettings.ts';
import { ConversationFile } from './conversationFile.ts';
import { conversationTitle } from './conversationTitle.ts';
import { KeptConversations } from './keptConversations.ts';
import type { SavedConversation } from './savedConversation.ts';
import { ConversationStore } from './conversationStore.ts';
import { EntryRunner } from './entryRunner.ts';
import { PictureStore } from './pictureStore.ts';

/** The conversation of this folder with what runs and keeps it. */
export interface OpenConversation {
  store: ConversationStore;
  runner: EntryRunner;
  pictures: PictureStore;
  /** Resolves once what was saved is back; nothing is shown or asked before. */
  restored: Promise<void>;
  /** The conversations of this folder that were left for others. */
  kept: KeptConversations;
  /** What this conversation is called. */
  title(): string;
  /** Leaves this conversation, which is kept, for an empty one. */
  startNew(): Promise<void>;
  /**
   * Leaves this conversation, which is kept, for one that was kept before.
   * @throws {Error} where that cannot be read; then this one stays.
   */
  open(id: string): Promise<void>;
  /** Stops what runs, and writes what is not yet on the disk. */
  close(): Promise<void>;
}

/** Opens the folder's conversation from the extension's storage and keeps it saved from then on. */
export function openConversation(
  context: vscode.ExtensionContext,
  { log, choice, asker }: { log: Log; choice: ModelChoice; asker: ModelAsker },
): OpenConversation {
  // A window without a folder has no storage of its own.
  const folder = context.storageUri ?? vscode.Uri.joinPath(context.globalStorageUri, 'no-folder');
  const store = new ConversationStore();
  const pictures = new PictureStore(vscode.Uri.joinPath(folder, 'pictures'));
  const file = new ConversationFile(folder, log);
  const runner = new EntryRunner({
    store,
    pictures,
    readFile: async uri => vscode.workspace.fs.readFile(vscode.Uri.parse(uri)),
    imageOptions: imageSettings,
    chosenModel: asked => choice.askedFor(asked),
    ask: (chosen, turns, options) => asker.ask(chosen, turns, options),
    openLabels: async () => (await import('./openImageLabels.ts')).openImageLabels(),
    log,
    now: Date.now,
  });
  const kept = new KeptConversations(vscode.Uri.joinPath(folder, 'conversations'), log);
  /** Where this conversation has been kept before. */
  let known: SavedConversation['kept'];
  const take = ({ sent, sources, kept }: SavedConversation): void => {
    for (const [id, record] of Object.entries(sent)) runner.sent.set(id, record);
    for (const [id, uris] of Object.entries(sources)) runner.sources.set(id, uris);
    known = kept;
  };
  const restored = file.read().then(saved => {
    if (saved === undefined) return;
    store.restore(saved.conversation);
    take(saved);
  });
  const saved = (): SavedConversation => ({ ...toSave(store, runner), ...present({ kept: known }) });
  const leave = async (): Promise<void> => {
    runner.stopAll();
    if (store.entries.length > 0) await kept.keep(saved(), Date.now());
  };
  const stopSaving = store.onChange(change => file.schedule(saved, change));
  const stopListening = store.onMessage(message => {
    // An answer that has ended is worth more than the pause before writing.
    if (message.type === 'entryChanged' && message.patch.seconds !== undefined) void file.flush();
  });
  return {
    store,
    runner,
    pictures,
    restored,
    kept,
    title: () => known?.title ?? conversationTitle(store.snapshot()),
    startNew: async () => {
      await leave();
      known = undefined;
      store.replace();
    },
    open: async id => {
      const next = await kept.get(id);
      await leave();
      take(next);
      store.replace(next.conversation);
    },
    close: async () => {
      stopListening();
      stopSaving();
      runner.stopAll();
      await file.flush();
      await pictures.prune(new Set([...picturesInUse(store), ...(await picturesOfKept(kept))]));
    },
  };
}

function toSave(store: ConversationStore, runner: EntryRunner): SavedConversation {
  const ids = new Set(store.entries.map(entry => entry.id));
  const ofThese = <T>(map: ReadonlyMap<string, T>): Record<string, T> =>
    Object.fromEntries([...map].filter(([id]) => ids.has(id)));
  return {
    version: 1,
    conversation: store.snapshot(),
    sent: ofThese(runner.sent),
    sources: ofThese(runner.sources),
  };
}

async function picturesOfKept(kept: KeptConversations): Promise<string[]> {
  return (await kept.list()).flatMap(({ pictures }) => pictures);
}

function picturesInUse(store: ConversationStore): Set<string> {
  const { entries, attachments } = store.snapshot();
  return new Set([...attachments, ...entries.flatMap(entry => entry.pictures)].map(picture => picture.id));
}
