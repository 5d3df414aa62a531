/** Where unpacked files are kept; without it each is unpacked anew. A program sets it once, and tells its threads. */
export const unpackedFolder: { path?: string | undefined } = {};

/** What a thread that unpacks is told at its start. */
export interface UnpackedStart {
  unpacked?: string | undefined;
}

/** Tells a thread, at its start, where this one keeps unpacked files. */
export function unpackedStart(): UnpackedStart {
  return { unpacked: unpackedFolder.path };
}

/** In such a thread: keeps them there, too. */
export function followUnpackedStart(workerData: unknown): void {
  unpackedFolder.path = (workerData as UnpackedStart).unpacked;
}
