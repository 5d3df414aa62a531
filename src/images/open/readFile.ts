import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { absentFile } from '../../base/absentFile.ts';
import { systemCode } from '../../base/errors.ts';
import { readError } from '../imageErrors.ts';
import { maxFileBytes } from '../limits.ts';
import { t } from '../../base/l10n.ts';

/** The bytes of a file. `label` names it in errors. */
export interface FileBytes {
  label: string;
  bytes: Uint8Array;
}

/** Reads a path, a `file://` address or the inside of a `data:image/` URL. */
export async function readString(source: string, name: string | undefined): Promise<FileBytes> {
  if (/^file:\/\//i.test(source)) return readUrl(parseUrl(source, name), name);
  if (/^https?:\/\//.test(source))
    throw readError(name ?? shorten(source), t('it is a web address, and images are not downloaded'));
  if (source.startsWith('data:image/')) return fromDataUrl(source, name);
  return readPath(source, name ?? shorten(source));
}

function parseUrl(source: string, name: string | undefined): URL {
  try {
    return new URL(source);
  } catch (cause) {
    throw readError(name ?? shorten(source), t('its address is malformed'), { cause });
  }
}

/** Reads a file URL. */
export async function readUrl(url: URL, name: string | undefined): Promise<FileBytes> {
  const label = name ?? shorten(url.href);
  if (url.protocol !== 'file:')
    throw readError(label, t('an address with {protocol} is not a file', { protocol: url.protocol }), {
      hint: t('Give web addresses as a string.'),
    });
  let path: string;
  try {
    path = fileURLToPath(url);
  } catch (cause) {
    throw readError(label, t('its address is not a path on this machine'), { cause });
  }
  return readPath(path, name ?? shorten(path));
}

async function readPath(path: string, label: string): Promise<FileBytes> {
  try {
    const { size } = await stat(path);
    checkSize(size, label);
    return checkBytes(await readFile(path), label);
  } catch (error) {
    const reason = fileFault(systemCode(error), path);
    if (reason === undefined) throw error;
    throw readError(label, reason, { cause: error });
  }
}

/** What Node's file errors mean for a person. */
function fileFault(code: string | undefined, path: string): string | undefined {
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return absentFile(path, t('there is no such file'));
    case 'EISDIR':
      return t('it is a folder');
    case 'EACCES':
    case 'EPERM':
      return t('permission is denied');
    case 'ENAMETOOLONG':
      return t('it is too long for a path');
    case 'ERR_INVALID_ARG_VALUE':
      return t('it is not a path');
    case 'ELOOP':
      return t('its symbolic links form a loop');
    case 'EIO':
      return t('the disk reports an error');
    case undefined:
    default:
      return undefined;
  }
}

function fromDataUrl(source: string, name: string | undefined): FileBytes {
  const label = name ?? t('in a data URL ({count} characters)', { count: source.length });
  const [, base64, data] = /^data:image\/[^,]*?(;base64)?,(.*)$/s.exec(source) ?? [];
  if (data === undefined) throw readError(label, t('the data URL is malformed'));
  return checkBytes(Buffer.from(base64 ? data : decodeURIComponent(data), base64 ? 'base64' : 'utf8'), label);
}

/** Bytes as a file: neither empty nor beyond the limit. */
export function checkBytes(bytes: Uint8Array, name: string | undefined): FileBytes {
  const label = name ?? t('({byteLength} bytes)', { byteLength: bytes.byteLength });
  if (bytes.byteLength === 0) throw readError(name ?? t('of 0 bytes'), t('it is empty'));
  checkSize(bytes.byteLength, label);
  return { label, bytes };
}

/** Refuses a file beyond the limit of bytes. */
export function checkSize(bytes: number, label: string): void {
  if (bytes > maxFileBytes)
    throw readError(
      label,
      t('its {bytes} bytes are more than the limit of {maxFileBytes}', { bytes, maxFileBytes }),
      {
        code: 'imageTooLarge',
      },
    );
}

function shorten(text: string): string {
  if (text.trim() === '') return '""';
  return text.length <= 200 ? text : `${text.slice(0, 120)}…${text.slice(-60)}`;
}
