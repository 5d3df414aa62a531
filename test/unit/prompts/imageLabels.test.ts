import { expect, test } from 'vitest';
import { ImageLabels } from '../../../src/prompts/imageLabels.ts';

/** Labels over these files; each read is noted. */
function over(files: Record<string, string | Uint8Array>) {
  const reads: string[] = [];
  const labels = new ImageLabels((location, most) => {
    reads.push(location);
    const found = files[location];
    const bytes = typeof found === 'string' ? new TextEncoder().encode(found) : found;
    return Promise.resolve(bytes !== undefined && bytes.byteLength <= most ? bytes : undefined);
  });
  return { labels, reads };
}

test('a text beside the image is its labels, in one line and bounded', async () => {
  const { labels } = over({ '/d/a.txt': 'a boat,\n\n  a lake\r\n', '/d/b.txt': 'x '.repeat(9000) });
  expect(await labels.of('/d/a.jpg')).toBe('a boat, a lake');
  expect((await labels.of('/d/b.jpg'))?.length).toBe(1000);
  expect(await labels.of('/d/none.jpg')).toBeUndefined();
});

test('lines of YOLO are counted by class, by the names of the dataset, which is read once', async () => {
  const line = '0.5 0.5 0.1 0.1';
  const { labels, reads } = over({
    'file:///set/labels/train/a.txt': `1 ${line}\n0 ${line}\n1 ${line} 0.93\n`,
    'file:///set/labels/train/b.txt': `7 ${line}\n`,
    'file:///set/data.yaml': 'names: [cat, dog]\n',
  });
  expect(await labels.of('file:///set/images/train/a.jpg')).toBe('2 × dog, cat');
  expect(await labels.of('file:///set/images/train/b.jpg')).toBe('class 7');
  expect(reads.filter(one => one.endsWith('/set/data.yaml'))).toHaveLength(1);
  expect(await over({ '/a.txt': `3 ${line}` }).labels.of('/a.jpg')).toBe('class 3');
});

test('JSON names what is in the image, as LabelMe has it, as lists, or as it stands', async () => {
  const { labels } = over({
    '/a.json': '{"shapes": [{"label": "cat"}, {"label": "dog"}, {"label": "cat"}]}',
    '/b.json': '{"tags": ["sea", {"name": "sky"}]}',
    '/c.json': '["x", "y"]',
    '/d.json': '{"kind": "map"}',
    '/e.json': '{"kind": ',
  });
  const all = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(name => labels.of(`/${name}.png`)));
  expect(all).toEqual(['2 × cat, dog', 'sea, sky', 'x, y', '{"kind":"map"}', undefined]);
});

test('what is no text, or too large, is none; the image is never taken for its own labels', async () => {
  const { labels } = over({
    '/a.txt': Uint8Array.of(0xff, 0xfe, 0x41),
    '/b.txt': 'x'.repeat(300_000),
    '/c.txt': 'c',
  });
  expect(await labels.of('/a.png')).toBeUndefined();
  expect(await labels.of('/b.png')).toBeUndefined();
  expect(await labels.of('/c.txt')).toBeUndefined();
});
