import { copyFile, cp, mkdir, readFile, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { run } from '../../../scripts/childProcess.ts';
import { makeSampleFolder } from '../../../scripts/sampleFolder.ts';
import { drawnWords } from '../drawnWords.ts';
import { selfSigned } from '../provider/selfSigned.ts';

/** A folder with every file that the documents' commands name. */
export async function makePageFolder(folder: string): Promise<void> {
  const at = (name: string): string => path.join(folder, name);
  await makeSampleFolder(folder);
  await Promise.all(['photos', 'scans', 'bin'].map(name => mkdir(at(name), { recursive: true })));
  const receipt = await drawnWords({ width: 640, height: 200 }, [
    { words: 'TOTAL 12.50', x: 40, y: 90, size: 60 },
  ]);
  await Promise.all([
    copyFile(at('pictures/lake.jpg'), at('photo.jpg')),
    sharp(at('pictures/lake.jpg')).resize(160).jpeg().toFile(at('photos/lake.jpg')),
    sharp(at('pictures/logo.png')).resize(120).png().toFile(at('photos/logo.png')),
    copyFile(at('pictures/sales.png'), at('screenshot.png')),
    sharp(receipt).jpeg().toFile(at('receipt.jpg')),
    sharp(receipt).png().toFile(at('scans/receipt.png')),
    writeFile(at('data.yaml'), 'names:\n  0: lake\n  1: logo\n'),
    writeFile(at('schema.json'), '{ "caption": "A dog on a beach.", "tags": ["dog"] }\n'),
    writeFile(at('alt.prompt.md'), 'Write alternative text for {image.name}.\n'),
    writeFile(at('cert.pem'), selfSigned.cert),
    writeFile(at('key.pem'), selfSigned.key),
    writeFile(at('last'), ''),
  ]);
  await utimes(at('last'), 0, 0);
  await makeRepository(folder);
}

/** A repository with one change, as `git diff` shows it. */
async function makeRepository(folder: string): Promise<void> {
  const person = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'commit.gpgsign=false'];
  const git = (...words: string[]) => run('git', [...person, ...words], { cwd: folder });
  await git('init', '--quiet');
  await git('add', 'README.md');
  await git('commit', '--quiet', '-m', 'Begin');
  const readme = path.join(folder, 'README.md');
  await writeFile(readme, `${await readFile(readme, 'utf8')}One more line.\n`);
}

export const copyFolder = (from: string, to: string): Promise<void> => cp(from, to, { recursive: true });
