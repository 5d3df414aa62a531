import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

/** The folder of an installed package as the archive that it was installed from: without the packages inside it. */
export function tarballOf(folder: string): Buffer {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => !/(?:^|[\\/])node_modules(?:[\\/]|$)/.test(name))
    .filter(name => statSync(path.join(folder, name)).isFile());
  const parts = names.flatMap(name => {
    const content = readFileSync(path.join(folder, name));
    const padding = Buffer.alloc((512 - (content.length % 512)) % 512);
    return [header(`package/${name.replaceAll(path.sep, '/')}`, content.length), content, padding];
  });
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(1024)]), { level: 1 });
}

/** The block before a file, of the format ustar. */
function header(name: string, size: number): Buffer {
  const block = Buffer.alloc(512);
  // A name of more than 100 bytes is divided at a slash.
  const cut = name.length > 100 ? name.lastIndexOf('/', 154) : -1;
  block.write(name.slice(cut + 1), 0, 100);
  block.write('0000644\0', 100);
  block.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  block.write('00000000000\0', 136);
  block.write('        0', 148);
  block.write('ustar\u000000', 257);
  if (cut > 0) block.write(name.slice(0, cut), 345, 155);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}
