import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { Log } from '../log.ts';
import { replaceFile } from '../replaceFile.ts';
import { conversationTitle } from './conversationTitle.ts';
import type { KeptConversation } from './keptIndex.ts';
import type { SavedConversation } from './savedConversation.ts';

/** Characters of the questions that are searched. */
const searched = 1000;

/**
 * The conversations of this folder that were left for another one: a file each, in the form of the current one, and an
 * index for the list. An index that is lost or damaged is made anew from the files.
 */
export class KeptConversations {
  readonly #folder: vscode.Uri;
  readonly #log: Log;
  #index: Promise<KeptConversation[]> | undefined;

  constructor(folder: vscode.Uri, log: Log) {
    this.#folder = folder;
    this.#log = log;
  }

  /** The one that was left last comes first. */
  async list(): Promise<KeptConversation[]> {
    return [...(await this.#read())].sort((one, other) => other.at - one.at);
  }

  /** Keeps a conversation, under its own id and title where it has been kept before. */
  async keep(saved: SavedConversation, at: number): Promise<void> {
    const kept = saved.kept ?? { id: randomUUID(), title: conversationTitle(saved.conversation) };
    const record = recordOf({ ...saved, kept }, at);
    const { id } = kept;
    await replaceFile(this.#file(id), Buffer.from(JSON.stringify({ ...saved, kept })));
    await this.#write([...(await this.#read()).filter(other => other.id !== id), record]);
  }

  /**
   * A kept conversation in full.
   * @throws {Error} where its file is gone or damaged.
   */
  async get(id: string): Promise<SavedConversation> {
    const bytes = await vscode.workspace.fs.readFile(this.#file(id));
    const { parseSavedConversation } = await import('./savedConversation.ts');
    return parseSavedConversation(new TextDecoder().decode(bytes));
  }

  /** Gives it another title. */
  async rename(id: string, title: string): Promise<void> {
    const saved = await this.get(id);
    await replaceFile(this.#file(id), Buffer.from(JSON.stringify({ ...saved, kept: { id, title } })));
    await this.#write((await this.#read()).map(kept => (kept.id === id ? { ...kept, title } : kept)));
  }

  /** Deletes it for good. */
  async remove(id: string): Promise<void> {
    await this.#write((await this.#read()).filter(kept => kept.id !== id));
    await vscode.workspace.fs.delete(this.#file(id));
  }

  #read(): Promise<KeptConversation[]> {
    this.#index ??= this.#readIndex().catch(() => this.#readFiles());
    return this.#index;
  }

  async #readIndex(): Promise<KeptConversation[]> {
    const bytes = await vscode.workspace.fs.readFile(this.#indexFile);
    const { parseKeptIndex } = await import('./keptIndex.ts');
    return parseKeptIndex(new TextDecoder().decode(bytes));
  }

  async #readFiles(): Promise<KeptConversation[]> {
    let names: [string, vscode.FileType][];
    try {
      names = await vscode.workspace.fs.readDirectory(this.#folder);
    } catch {
      // None was ever kept.
      return [];
    }
    const { isKeptId } = await import('./keptIndex.ts');
    const found: KeptConversation[] = [];
    for (const [name] of names) {
      const id = name.endsWith('.json') ? name.slice(0, -'.json'.length) : '';
      if (!isKeptId(id) || id === 'index') continue;
      try {
        const { mtime } = await vscode.workspace.fs.stat(this.#file(id));
        const saved = await this.get(id);
        const title = saved.kept?.title ?? conversationTitle(saved.conversation);
        found.push(recordOf({ ...saved, kept: { id, title } }, mtime));
      } catch (error) {
        this.#log.error(`The conversation ${name} could not be read and is not listed`, error);
      }
    }
    return found;
  }

  async #write(conversations: KeptConversation[]): Promise<void> {
    this.#index = Promise.resolve(conversations);
    await replaceFile(this.#indexFile, Buffer.from(JSON.stringify({ version: 1, conversations })));
  }

  get #indexFile(): vscode.Uri {
    return vscode.Uri.joinPath(this.#folder, 'index.json');
  }

  #file(id: string): vscode.Uri {
    return vscode.Uri.joinPath(this.#folder, `${id}.json`);
  }
}

function recordOf(
  { conversation, kept }: SavedConversation & { kept: { id: string; title: string } },
  at: number,
): KeptConversation {
  const { entries } = conversation;
  const words = entries.flatMap(({ prompt, pictures }) => [...pictures.map(({ name }) => name), prompt]);
  return {
    ...kept,
    at,
    questions: entries.length,
    words: [...new Set(words)].join(' ').replaceAll(/\s+/g, ' ').slice(0, searched),
    pictures: [...new Set(entries.flatMap(({ pictures }) => pictures.map(({ id }) => id)))],
  };
}
