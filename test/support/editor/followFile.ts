import { openSync, readSync, closeSync, existsSync } from 'node:fs';

/** Shows what another process appends to a file, until it is stopped; the rest is shown then. */
export function followFile(file: string): { stop: () => void } {
  const buffer = Buffer.alloc(64 * 1024);
  let offset = 0;
  const show = (): void => {
    if (!existsSync(file)) return;
    const descriptor = openSync(file, 'r');
    try {
      for (let read = 1; read > 0; offset += read) {
        read = readSync(descriptor, buffer, 0, buffer.length, offset);
        process.stdout.write(Buffer.from(buffer.subarray(0, read)));
      }
    } finally {
      closeSync(descriptor);
    }
  };
  const timer = setInterval(show, 200);
  return {
    stop: () => {
      clearInterval(timer);
      show();
    },
  };
}
