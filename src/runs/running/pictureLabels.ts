import { orderedMap } from '../../base/orderedMap.ts';
import { present } from '../../base/present.ts';
import { ImageLabels } from '../../prompts/imageLabels.ts';
import { placeVariablesIn } from '../../prompts/imageVariables.ts';
import type { PictureFiles, RunPicture } from '../runPicture.ts';
import type { RunRecord } from '../runRecord.ts';
import type { RunRow } from '../runRow.ts';

/** The files beside pictures, for their labels. */
export type FilesBeside = Pick<PictureFiles, 'read'> & Partial<Pick<PictureFiles, 'stat'>>;

/** What label files say now of a picture of a run whose prompt names them, noted in its row before it is asked about. */
export class PictureLabels {
  readonly #labels: ImageLabels | undefined;
  readonly #record: RunRecord;

  constructor(record: RunRecord, files: FilesBeside) {
    this.#record = record;
    const isNamed = placeVariablesIn(record.question.prompt).includes('labels');
    this.#labels = isNamed ? labelsFrom(files) : undefined;
  }

  async note({ index, picture }: RunRow): Promise<void> {
    if (this.#labels === undefined) return;
    const now = await this.#labels.of(picture.location);
    if (now === picture.labels) return;
    const { labels: _, ...others } = picture;
    await this.#record.setPicture(index, now === undefined ? others : { ...others, labels: now });
  }
}

/** Labels that are read through a run's files. */
export function labelsFrom({ read, stat }: FilesBeside): ImageLabels {
  return new ImageLabels(async (location, mostBytes) => {
    const found = await stat?.(location);
    if (found?.kind !== 'file' || found.byteLength > mostBytes) return undefined;
    return read(location);
  });
}

/** Pictures whose label files are read together. */
const together = 32;

/** Pictures with what label files say of them, where the prompt names that: so earlier answers are known at once. */
export async function withLabels(
  prompt: string,
  pictures: readonly RunPicture[],
  files: FilesBeside,
): Promise<readonly RunPicture[]> {
  if (!placeVariablesIn(prompt).includes('labels')) return pictures;
  const found = labelsFrom(files);
  const labelled: RunPicture[] = [];
  for await (const one of orderedMap(pictures, together, async picture => ({
    ...picture,
    ...present({ labels: await found.of(picture.location) }),
  })))
    labelled.push(one);
  return labelled;
}
