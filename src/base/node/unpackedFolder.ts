/** Where unpacked files are kept; without it each is unpacked anew. A program sets it once, and tells its threads. */
export const unpackedFolder: { path?: string | undefined } = {};
