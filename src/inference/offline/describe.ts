import type { OriginalImage } from '../../images/preparedImage.ts';
import { defaultPrompt } from '../api/input.ts';
import type { Asked } from './asked.ts';
import { measure } from './measure.ts';
import { pictureReport } from './pictureReport.ts';
import type { MeasuredPicture } from './pixels.ts';
import { textReport } from './textReport.ts';

/** A picture of the request. */
export interface AskedPicture {
  url: string;
  /** Absent for web addresses. */
  picture?: MeasuredPicture;
  /** What is known of its original. */
  original?: OriginalImage;
}

/** The answer in Markdown, a part at a time as its measures are ready. */
export async function* describe(asked: Asked, pictures: readonly AskedPicture[]): AsyncGenerator<string> {
  if (pictures.length === 0) {
    yield textReport(asked);
    return;
  }
  yield 'The offline describer recognises nothing in an image; it measures.';
  if (!['', defaultPrompt].includes(asked.text.trim()))
    yield ' It cannot follow instructions, so your prompt did not change what it says.';
  yield '\n\n';
  for (const [index, { url, picture, original }] of pictures.entries()) {
    if (pictures.length > 1) yield `### Image ${index + 1}\n\n`;
    yield picture === undefined
      ? `It is at a web address (${hostOf(url)}), and the offline describer fetches nothing.\n\n`
      : `${pictureReport(await measure(picture, original))}\n\n`;
  }
  yield 'To have images recognised, choose a vision model.';
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'malformed';
}
