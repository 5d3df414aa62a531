/** A secret as it may lie in a file: as text, in other widths, and as the encodings that code writes by mistake. */
function spellings(secret: string): Buffer[] {
  const bytes = Buffer.from(secret);
  const base64 = [0, 1, 2].map(shift => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
    return text.slice(shift === 0 ? 0 : 4, -4);
  });
  return [
    bytes,
    Buffer.from(secret, 'utf16le'),
    Buffer.from(bytes.toString('hex')),
    ...base64.map(text => Buffer.from(text)),
    // The random part of a key as the bytes that it stands for.
    ...(/[0-9a-f]{40}$/.test(secret) ? [Buffer.from(secret.slice(-40), 'hex')] : []),
  ].filter(spelling => spelling.length >= 16);
}

/** The canaries that are found, by the place they are found in. */
export function found(canaries: Record<string, string>, places: Iterable<[string, Buffer]>): string[] {
  const sought = Object.entries(canaries).map(([name, secret]) => [name, spellings(secret)] as const);
  return [...places].flatMap(([place, bytes]) =>
    sought
      .filter(([, all]) => all.some(spelling => bytes.includes(spelling)))
      .map(([name]) => `${name} in ${place}`),
  );
}
