import * as z from 'zod/mini';
import { ValueError } from '../base/errors.ts';
import { oneLine } from '../base/oneLine.ts';
import { askedContent } from '../runs/askedContent.ts';
import { withLabels } from '../runs/running/pictureLabels.ts';
import type { ToolCall, ToolWork } from './toolWork.ts';
import { searchLimits } from './definitions.ts';
import { readInput } from './input.ts';
import { quoted } from './quoted.ts';
import type { RootedImage, Roots } from './roots.ts';

const inputShape = z.object({
  query: z.string().check(z.maxLength(1000)),
  folder: z.optional(z.string()),
  limit: z.optional(z.int().check(z.minimum(1), z.maximum(searchLimits.most))),
});

/** Characters of a description that are shown around what was found. */
const excerptLength = 240;

/** An image with what is kept of it, as far as the words go. */
interface Match {
  image: RootedImage;
  sha256: string;
  missing: Set<string>;
  excerpt?: string;
  width?: number;
  height?: number;
}

/** Searches what is kept of the images of the roots: their descriptions, of runs and of the tools, and their names. */
export async function findImages(
  input: unknown,
  { roots, kept, hashes }: ToolWork,
  { signal, progress }: ToolCall,
): Promise<string> {
  const { query, folder, limit = searchLimits.usual } = readInput(inputShape, input);
  const words = wordsOf(query);
  if (words.length === 0) throw new ValueError('The query has no words.', { code: 'badRequest' });
  progress?.('Searching the descriptions');
  const images = await roots.scan(folder, signal);
  const contents = await hashes.lookUp(images);
  signal.throwIfAborted();
  const matches = images.flatMap((image, index): Match[] => {
    const sha256 = contents[index];
    return sha256 === undefined
      ? []
      : [{ image, sha256, missing: new Set(words.filter(word => !image.name.toLowerCase().includes(word))) }];
  });
  const described = await search(matches, words, { kept, roots, signal });
  const found: Match[] = [];
  let total = 0;
  for (const match of matches) {
    if (match.missing.size > 0 || match.excerpt === undefined) continue;
    // A link that leads out of the folder may be among the images of a run.
    if (found.length < limit && (await isWithin(roots, match.image, signal))) found.push(match);
    total += 1;
  }
  return answer({ images: images.length, described, total, found, query });
}

/** Notes which words the descriptions have; says how many images have one. */
async function search(
  matches: readonly Match[],
  words: readonly string[],
  { kept, roots, signal }: Pick<ToolWork, 'kept' | 'roots'> & Pick<ToolCall, 'signal'>,
): Promise<number> {
  const described = new Set<string>();
  const answered = kept.of(({ prompt }) => matchesByAnswer(prompt, matches, roots));
  for await (const { images, description } of answered) {
    signal.throwIfAborted();
    const text = oneLine(description.text);
    const lower = text.toLowerCase();
    const here = words.filter(word => lower.includes(word));
    for (const match of images) {
      described.add(match.image.location);
      if (match.excerpt === undefined || here.some(word => match.missing.has(word)))
        match.excerpt = excerptOf(text, lower.indexOf(here[0] ?? ''));
      for (const word of here) match.missing.delete(word);
      match.width ??= description.width;
      match.height ??= description.height;
    }
  }
  return described.size;
}

/** The images by what answers to a prompt are kept by, their content or that together with their place. */
async function matchesByAnswer(
  prompt: string,
  matches: readonly Match[],
  roots: Roots,
): Promise<ReadonlyMap<string, readonly Match[]>> {
  const images = await withLabels(
    prompt,
    matches.map(({ image }) => image),
    roots.files,
  );
  const askedOf = askedContent(prompt);
  const found = new Map<string, Match[]>();
  for (const [index, match] of matches.entries()) {
    const asked = askedOf(images[index] ?? match.image, match.sha256);
    // An agent's question is asked as it stands, whatever it names: its answers are kept by the content alone.
    for (const key of new Set([asked, match.sha256])) {
      const same = found.get(key);
      if (same === undefined) found.set(key, [match]);
      else same.push(match);
    }
  }
  return found;
}

async function isWithin(roots: Roots, image: RootedImage, signal: AbortSignal): Promise<boolean> {
  try {
    await roots.image(image.name, signal);
    return true;
  } catch {
    return false;
  }
}

function answer(result: {
  images: number;
  described: number;
  total: number;
  found: readonly Match[];
  query: string;
}): string {
  const { images, described, total, found } = result;
  if (images === 0) return 'There are no images in this folder.';
  if (described === 0)
    return (
      `None of the ${images} images has a kept description yet, so nothing can be found. ` +
      'Call describeImage for single images, or ask the person to describe the folder with Sightline.'
    );
  if (total === 0)
    return (
      `No description has all of these words. ${described} of ${images} images are described; ` +
      'try other or fewer words, or describe the other images first.'
    );
  return quoted(`Images whose descriptions or names have all of these words.`, {
    found: total,
    described,
    images,
    matches: found.map(({ image, excerpt, width, height }) => ({
      path: image.name,
      width,
      height,
      bytes: image.byteLength,
      description: excerpt,
    })),
  });
}

function wordsOf(query: string): string[] {
  return [...new Set(query.toLowerCase().split(/\s+/).filter(Boolean))];
}

function excerptOf(text: string, at: number): string {
  const from = Math.max(0, Math.min(at - 60, text.length - excerptLength));
  const part = text.slice(from, from + excerptLength);
  return `${from > 0 ? '…' : ''}${part}${from + excerptLength < text.length ? '…' : ''}`;
}
