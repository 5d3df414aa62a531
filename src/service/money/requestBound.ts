import type { ListedPrice } from '../../inference/prices/priceList.ts';
import type { TokenCount } from './tokenCount.ts';

/** A question, as far as it says what it may cost. */
export interface BoundedQuestion {
  bytes: Buffer;
  /** Most tokens of its answer, where it says so. */
  mostOutput: number | undefined;
  /** Whether it goes on with what lies at the provider: an earlier answer, a conversation, a saved prompt. */
  goesOn: boolean;
}

/** The most that a question may use. */
export interface RequestBound extends TokenCount {
  /** Whether the question itself says so: by its most output tokens, and nothing in it that lies elsewhere. */
  certain: boolean;
}

/** Tokens of a large image with most models, and of the longest answer where nothing is known of the model. */
const [imageTokens, longestAnswer] = [10_000, 131_072];
/** What an endpoint adds by itself to a question. */
const addedTokens = 100;

/** Parts of a question that bring in tokens from elsewhere. */
const fromElsewhere = [
  ...['"file_id"', '"input_file"', '"file_url"', '"web_search', '"file_search"', '"code_interpreter"'],
  ...['"mcp"', '"computer_use'],
];

/** Reads off a question how many tokens it uses at most: each byte of text is at most one. */
export function boundOf(
  { bytes, mostOutput, goesOn }: BoundedQuestion,
  model: Pick<ListedPrice, 'maxOutput' | 'imageTokens'>,
): RequestBound {
  const { text, images } = withoutImages(bytes);
  const certain =
    mostOutput !== undefined &&
    !goesOn &&
    !fromElsewhere.some(mark => text.some(part => part.includes(mark)));
  return {
    inputTokens:
      text.reduce((sum, part) => sum + part.length, addedTokens) +
      images * (model.imageTokens ?? imageTokens),
    outputTokens: mostOutput ?? model.maxOutput ?? longestAnswer,
    certain,
  };
}

/** What is not the data of images, and how many images there are. */
function withoutImages(bytes: Buffer): { text: Buffer[]; images: number } {
  const text: Buffer[] = [];
  let found = 0;
  let from = 0;
  for (let at = bytes.indexOf(imageData); at !== -1; at = bytes.indexOf(imageData, from)) {
    found += 1;
    text.push(bytes.subarray(from, at));
    const end = bytes.indexOf('"', at);
    from = end === -1 ? bytes.length : end;
  }
  text.push(bytes.subarray(from));
  const named = text.reduce((sum, part) => sum + count(part, '"image_url"'), 0);
  return { text, images: Math.max(found, named) };
}

const imageData = 'data:image/';

function count(bytes: Buffer, mark: string): number {
  let found = 0;
  for (let at = bytes.indexOf(mark); at !== -1; at = bytes.indexOf(mark, at + mark.length)) found += 1;
  return found;
}
