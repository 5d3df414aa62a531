/**
 * The text of a file: UTF-8, unless a mark at its beginning says that it is UTF-16, which PowerShell writes.
 * @throws {TypeError} where `fatal` is wanted and it is neither.
 */
export function decodedText(bytes: Uint8Array, { fatal = false }: { fatal?: boolean } = {}): string {
  const [first, second] = bytes;
  const isLittle = first === 0xff && second === 0xfe;
  const isBig = first === 0xfe && second === 0xff;
  return new TextDecoder(isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8', { fatal }).decode(bytes);
}
