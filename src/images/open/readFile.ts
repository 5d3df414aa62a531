import { formatNumber } from '../../base/format.ts';
import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { absentFile } from '../../base/absentFile.ts';
import { systemCode } from '../../base/errors.ts';
import { readError } from '../imageErrors.ts';
import { maxFileBytes } from '../limits.ts';

/** The bytes of a file. `label` names it in errors. */
export interface FileBytes {
  label: string;
  bytes: Uint8Array;
}

/** Reads a path, a `file://` address or the inside of a `data:image/` URL. */
export async function readString(source: string, name: string | undefined): Promise<FileBytes> {
  if (/^file:\/\//i.test(source)) return readUrl(parseUrl(source, name), name);
  if (/^https?:\/\//.test(source))
    throw readError(name ?? shorten(source), 'it is a web address, and images are not downloaded');
  if (source.startsWith('data:image/')) return fromDataUrl(source, name);
  return readPath(source, name ?? shorten(source));
}

function parseUrl(source: string, name: string | undefined): URL {
  try {
    return new URL(source);
  } catch (cause) {
    throw readError(name ?? shorten(source), 'its address is malformed', { cause });
  }
}

/** Reads a file URL. */
export async function readUrl(url: URL, name: string | undefined): Promise<FileBytes> {
  const label = name ?? shorten(url.href);
  if (url.protocol !== 'file:')
    throw readError(label, `an address with ${url.protocol} is not a file`, {
      hint: 'Give web addresses as a string.',
    });
  let path: string;
  try {
    path = fileURLToPath(url);
  } catch (cause) {
    throw readError(label, 'its address is not a path on this machine', { cause });
  }
  return readPath(path, name ?? shorten(path));
}

async function readPath(path: string, label: string): Promise<FileBytes> {
  try {
    const { size } = await stat(path);
    checkSize(size, label);
    return checkBytes(await readFile(path), label);
  } catch (error) {
    const reason = fileFaults[systemCode(error) ?? ''];
    if (reason === undefined) throw error;
    throw readError(label, reason === absent ? absentFile(path, absent) : reason, { cause: error });
  }
}

const absent = 'there is no such file';

/** What Node's file errors mean for a person. */
const fileFaults: Record<string, string> = {
  ENOENT: absent,
  ENOTDIR: absent,
  EISDIR: 'it is a folder',
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  ENAMETOOLONG: 'it is too long for a path',
  ERR_INVALID_ARG_VALUE: 'it is not a path',
  ELOOP: 'its symbolic links form a loop',
  EIO: 'the disk reports an error',
};

function fromDataUrl(source: string, name: string | undefined): FileBytes {
  const label = name ?? `in a data URL (${formatNumber(source.length)} characters)`;
  const [, base64, data] = /^data:image\/[^,]*?(;base64)?,(.*)$/s.exec(source) ?? [];
  if (data === undefined) throw readError(label, 'the data URL is malformed');
  return checkBytes(Buffer.from(base64 ? data : decodeURIComponent(data), base64 ? 'base64' : 'utf8'), label);
}

/** Bytes as a file: neither empty nor beyond the limit. */
export function checkBytes(bytes: Uint8Array, name: string | undefined): FileBytes {
  const label = name ?? `(${formatNumber(bytes.byteLength)} bytes)`;
  if (bytes.byteLength === 0) throw readError(name ?? 'of 0 bytes', 'it is empty');
  checkSize(bytes.byteLength, label);
  return { label, bytes };
}

/** Refuses a file beyond the limit of bytes. */
export function checkSize(bytes: number, label: string): void {
  if (bytes > maxFileBytes)
    throw readError(
      label,
      `its ${formatNumber(bytes)} bytes are more than the limit of ${formatNumber(maxFileBytes)}`,
      {
        code: 'imageTooLarge',
      },
    );
}

function shorten(text: string): string {
  if (text.trim() === '') return '""';
  return text.length <= 200 ? text : `${text.slice(0, 120)}…${text.slice(-60)}`;
}
