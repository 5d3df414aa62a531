import * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import { baseName } from '../../base/baseName.ts';
import { ValueError } from '../../base/errors.ts';
import { hasPictureEnding } from '../../images/pictureEndings.ts';
import { maxFileBytes } from '../../images/limits.ts';
import { activeImage, isImageFile } from '../imageFiles.ts';

/** An image that goes with a request. */
export interface RequestImage {
  name: string;
  read: () => Promise<Uint8Array>;
}

/** A request as far as its images stand in it. */
export interface RequestWithImages {
  prompt: string;
  references: readonly Pick<vscode.ChatPromptReference, 'value' | 'range'>[];
  /** Of an earlier request the open image is not meant. */
  isEarlier?: boolean;
}

/** Words of a question that are looked at for paths. */
const mostWords = 200;

/** The images of a request, and what it says beside their paths. */
export interface RequestContent {
  images: RequestImage[];
  words: string;
}

/** The images that a request brings: attached and pasted ones, else those whose paths it names, else the one that is open. */
export async function contentOf({
  prompt,
  references,
  isEarlier,
}: RequestWithImages): Promise<RequestContent> {
  const words = prompt.trim();
  // The editor lists them from the last to the first.
  const attached = [...references].reverse().flatMap(({ value }) => imageOf(value) ?? []);
  if (attached.length > 0) return { images: attached, words };
  const named = await namedFiles(prompt);
  if (named.length > 0)
    return { images: named.map(({ uri }) => fileImage(uri)), words: isOnlyPaths(words, named) ? '' : words };
  const open = isEarlier === true ? undefined : activeImage();
  return { images: open === undefined ? [] : [fileImage(open)], words };
}

/** The folder that a request names by an attachment. */
export function attachedFolder({ references }: RequestWithImages): vscode.Uri | undefined {
  for (const { value } of references) {
    const uri = uriOf(value);
    if (uri !== undefined) return uri;
  }
  return undefined;
}

function imageOf(value: unknown): RequestImage | undefined {
  const uri = uriOf(value);
  if (uri !== undefined) return isImageFile(uri) ? fileImage(uri) : undefined;
  return isPasted(value)
    ? { name: t('Pasted image'), read: async () => bounded(await value.data()) }
    : undefined;
}

function uriOf(value: unknown): vscode.Uri | undefined {
  if (value instanceof vscode.Uri) return value;
  return value instanceof vscode.Location ? value.uri : undefined;
}

/** What the editor hands over for a pasted image; it is not typed yet. */
interface Pasted {
  mimeType: string;
  data: () => Thenable<Uint8Array>;
}

function isPasted(value: unknown): value is Pasted {
  return (
    typeof value === 'object' &&
    value !== null &&
    'mimeType' in value &&
    typeof value.mimeType === 'string' &&
    value.mimeType.startsWith('image/') &&
    'data' in value &&
    typeof value.data === 'function'
  );
}

function fileImage(uri: vscode.Uri): RequestImage {
  const name = baseName(uri.path);
  return {
    name,
    read: async () => {
      const { size } = await vscode.workspace.fs.stat(uri);
      if (size > maxFileBytes) throw tooLarge(name);
      return vscode.workspace.fs.readFile(uri);
    },
  };
}

function bounded(bytes: Uint8Array): Uint8Array {
  if (bytes.length > maxFileBytes) throw tooLarge(t('The pasted image'));
  return bytes;
}

function tooLarge(name: string): ValueError {
  return new ValueError(
    t('{name} is too large: more than {maxFileBytes} MB.', { name, maxFileBytes: maxFileBytes / 1_000_000 }),
  );
}

interface NamedFile {
  /** As the text has it. */
  path: string;
  uri: vscode.Uri;
}

/** The image files of the workspace folders whose paths stand in a text, bare or in quotes. */
async function namedFiles(text: string): Promise<NamedFile[]> {
  const quoted = text.split(/["'`]/).filter((_, index) => index % 2 === 1);
  const words = [...quoted, ...text.split(/[\s"'`,;]+/)].filter(word => hasPictureEnding(word));
  const files = new Map<string, NamedFile>();
  for (const path of words.slice(0, mostWords)) {
    const uri = await fileAt(path);
    if (uri !== undefined) files.set(uri.toString(), { path, uri });
  }
  return [...files.values()];
}

/** Whether a text says nothing but paths. */
function isOnlyPaths(text: string, named: readonly NamedFile[]): boolean {
  const rest = named.reduce((left, { path }) => left.replaceAll(path, ''), text);
  return !/[\p{L}\p{N}]/u.test(rest);
}

async function fileAt(path: string): Promise<vscode.Uri | undefined> {
  for (const { uri } of vscode.workspace.workspaceFolders ?? []) {
    const file = vscode.Uri.joinPath(uri, ...path.split(/[\\/]/));
    if (!file.path.startsWith(`${uri.path.replace(/\/$/, '')}/`)) continue;
    try {
      const { type } = await vscode.workspace.fs.stat(file);
      if ((type & vscode.FileType.File) !== 0) return file;
    } catch {
      // Not in this folder.
    }
  }
  return undefined;
}
