import { sha256Of } from '../../base/node/hash.ts';
import { plural } from '../../base/format.ts';
import path from 'node:path';
import { isAbort, SightlineError } from '../../base/errors.ts';
import { orderedMap } from '../../base/orderedMap.ts';
import { prepareImage } from '../../images/prepare/prepareImage.ts';
import type { PreparedImage } from '../../images/preparedImage.ts';
import { nodePictureFiles } from '../../runs/scan/nodePictureFiles.ts';
import type { Findings } from '../../recognition/findings.ts';
import { DrawnCopies } from '../../runs/exports/drawnCopies.ts';
import { describedPictures } from '../../runs/exports/exportStats.ts';
import { nodeExportFiles } from '../../runs/exports/nodeExportFiles.ts';
import type { FileOutcome } from '../../runs/exports/putFile.ts';
import type { RunRecord } from '../../runs/runRecord.ts';
import type { Session } from '../session.ts';
import { UsageError } from '../usageError.ts';

/** Pictures that are drawn at the same time. */
const ahead = 2;

/**
 * Refuses a folder for drawn copies in which they would lie where images are.
 * @param folders of the images.
 */
export async function checkBoxesFolder(folder: string, folders: Iterable<string>): Promise<void> {
  const { realFolder } = nodeExportFiles();
  const real = await realFolder(path.resolve(folder));
  for (const one of new Set(folders))
    if ((await realFolder(path.resolve(one))) === real)
      throw new UsageError(`--boxes needs another folder than that of the images: ${folder}.`, 'describe');
}

/** Draws copies of described images, and says what became of them. */
export class BoxesFolder {
  readonly #session: Session;
  readonly #folder: string;
  readonly #copies: DrawnCopies;
  #drawn = 0;
  #without = 0;
  readonly #failures: SightlineError[] = [];

  private constructor(session: Session, folder: string, copies: DrawnCopies) {
    this.#session = session;
    this.#folder = folder;
    this.#copies = copies;
  }

  static async open(session: Session, folder: string): Promise<BoxesFolder> {
    const { version: toolVersion } = session;
    const copies = await DrawnCopies.open({
      files: nodeExportFiles(),
      folder: path.resolve(folder),
      toolVersion,
    });
    return new BoxesFolder(session, folder, copies);
  }

  /** Draws the copy of an image; without findings there is none. */
  async add(name: string, picture: PreparedImage, findings: Findings | undefined): Promise<void> {
    if (findings === undefined) this.#without += 1;
    else this.#tell(await this.#copies.add(name, picture, findings));
  }

  /** Draws the copies of a run's images as they are now. */
  async addRun(record: RunRecord): Promise<void> {
    const { out, signal } = this.#session;
    const files = nodePictureFiles();
    const pictures = orderedMap(
      describedPictures(record, { signal }),
      ahead,
      async ({ row, description }) => {
        const { findings } = description;
        const { name, location } = row.picture;
        if (findings === undefined) return { name };
        try {
          const bytes = await files.read(location, signal);
          if (sha256Of(bytes) !== row.sha256)
            throw new SightlineError('unsupportedImage', `${name} has changed since it was described.`);
          return { name, findings, picture: await prepareImage(bytes, { ...record.question.image, name }) };
        } catch (error) {
          if (isAbort(error) || !(error instanceof SightlineError)) throw error;
          return { name, error };
        }
      },
    );
    for await (const { name, findings, picture, error } of pictures) {
      out.progress(`Drawing boxes: ${name}…`);
      if (error !== undefined) this.#fail(error);
      else if (findings === undefined) this.#without += 1;
      else this.#tell(await this.#copies.add(name, picture, findings));
    }
  }

  /**
   * Ends it.
   * @returns why copies are missing.
   */
  async close(): Promise<SightlineError[]> {
    await this.#copies.close();
    const { out } = this.#session;
    out.note(`Boxes drawn on ${plural(this.#drawn, 'image')} in ${this.#folder}.`);
    if (this.#without > 0)
      out.note(
        `${plural(this.#without, 'image has', 'images have')} no boxes: ${this.#without === 1 ? 'it was' : 'they were'} described without recognition.`,
      );
    return this.#failures;
  }

  #tell(outcome: FileOutcome): void {
    if ('written' in outcome || 'unchanged' in outcome) this.#drawn += 1;
    else {
      const { name, reason } = 'kept' in outcome ? outcome.kept : outcome.failed;
      this.#fail(new SightlineError('store', `${path.join(this.#folder, name)} was not written: ${reason}`));
    }
  }

  #fail(error: SightlineError): void {
    this.#failures.push(error);
    this.#session.out.error(error);
  }
}
