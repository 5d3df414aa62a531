/**
 * Gives the memory of bytes back at once. It lies outside the heap: left to the garbage collector, some 60 MB of it make
 * for a collection of the whole heap, however small that is. To be called only by who owns them, once nobody reads them;
 * they are of no length then. A part of a larger buffer is left to its owner.
 */
export function freeBytes(bytes: Uint8Array): void {
  const { buffer } = bytes;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength) buffer.transfer(0);
}
