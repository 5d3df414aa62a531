import { sha256Of } from '../../base/node/hash.ts';
import * as vscode from 'vscode';
import type { PreparedImage } from '../../images/preparedImage.ts';

const jpegUrl = 'data:image/jpeg;base64,';

/**
 * The pictures of a conversation exactly as they are sent, kept in the extension's own storage of this folder, so that
 * "What was sent", a retry and a follow-up show and send the same bytes, also after a reload. A picture's id is the
 * SHA-256 of its JPEG and its crops.
 */
export class PictureStore {
  readonly #folder: vscode.Uri;
  /** The pictures in use at the moment; the disk has them all. */
  readonly #recent = new Map<string, PreparedImage>();

  constructor(folder: vscode.Uri) {
    this.#folder = folder;
  }

  /** Keeps a prepared picture and says its id. */
  async add(picture: PreparedImage): Promise<string> {
    const jpeg = Buffer.from(picture.dataUrl.slice(jpegUrl.length), 'base64');
    const id = sha256Of(jpeg, ...(picture.tiles?.dataUrls ?? [])).slice(0, 32);
    this.#remember(id, picture);
    const { width, height, notes, original, quality, mapping, channel, tiles } = picture;
    await vscode.workspace.fs.createDirectory(this.#folder);
    await vscode.workspace.fs.writeFile(this.#file(id, 'jpg'), jpeg);
    await vscode.workspace.fs.writeFile(
      this.#file(id, 'json'),
      Buffer.from(JSON.stringify({ width, height, notes, original, quality, mapping, channel, tiles })),
    );
    return id;
  }

  /** The picture, or `undefined` where storage has lost it. */
  async get(id: string): Promise<PreparedImage | undefined> {
    const recent = this.#recent.get(id);
    if (recent !== undefined) return recent;
    try {
      const jpeg = Buffer.from(await vscode.workspace.fs.readFile(this.#file(id, 'jpg')));
      const text = await vscode.workspace.fs.readFile(this.#file(id, 'json'));
      const { parsePictureRecord } = await import('./pictureRecord.ts');
      const facts = parsePictureRecord(new TextDecoder().decode(text));
      const picture: PreparedImage = {
        ...facts,
        dataUrl: jpegUrl + jpeg.toString('base64'),
        byteLength: jpeg.byteLength,
      };
      this.#remember(id, picture);
      return picture;
    } catch {
      // Storage was emptied or the file is damaged: the caller says that the picture is gone.
      return undefined;
    }
  }

  /** Deletes every picture that is not among `used`. */
  async prune(used: ReadonlySet<string>): Promise<void> {
    for (const id of this.#recent.keys()) if (!used.has(id)) this.#recent.delete(id);
    let files: [string, vscode.FileType][];
    try {
      files = await vscode.workspace.fs.readDirectory(this.#folder);
    } catch {
      // Nothing was ever kept.
      return;
    }
    for (const [name] of files) {
      const id = name.replace(/\.(jpg|json)$/, '');
      if (!used.has(id)) await vscode.workspace.fs.delete(vscode.Uri.joinPath(this.#folder, name));
    }
  }

  #file(id: string, extension: 'jpg' | 'json'): vscode.Uri {
    return vscode.Uri.joinPath(this.#folder, `${id}.${extension}`);
  }

  /** Keeps memory flat over many pictures: only the last few stay beside the disk. */
  #remember(id: string, picture: PreparedImage): void {
    this.#recent.delete(id);
    this.#recent.set(id, picture);
    for (const oldest of this.#recent.keys()) {
      if (this.#recent.size <= 8) break;
      this.#recent.delete(oldest);
    }
  }
}
