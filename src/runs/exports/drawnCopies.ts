import { drawOver, type DrawnFormat } from '../../images/prepare/drawOver.ts';
import type { PreparedImage } from '../../images/preparedImage.ts';
import { boxDrawing } from '../../recognition/boxDrawing.ts';
import type { Findings } from '../../recognition/findings.ts';
import { copyName } from './exportCopies.ts';
import { drawnManifest } from './exportedPictures.ts';
import type { ExportFiles } from './exportFiles.ts';
import { readKnownFiles, writeFileList, type KnownFiles, type WrittenFile } from './manifest.ts';
import { putFile, type FileOutcome } from './putFile.ts';
import { nameKey } from './sidecars/sidecarNames.ts';
import { t } from '../../base/l10n.ts';

/** Endings that a copy keeps; others get `.jpg` behind theirs. */
const formats: Readonly<Record<string, DrawnFormat>> = {
  jpg: 'jpeg',
  jpeg: 'jpeg',
  png: 'png',
  webp: 'webp',
};

/** Copies of pictures with boxes drawn over them, in a folder of their own. What Sightline did not write there stays. */
export class DrawnCopies {
  readonly #files: ExportFiles;
  readonly #folder: string;
  readonly #toolVersion: string;
  readonly #known: KnownFiles;
  readonly #written: WrittenFile[] = [];
  readonly #used = new Set<string>();

  private constructor(
    { files, folder, toolVersion }: { files: ExportFiles; folder: string; toolVersion: string },
    known: KnownFiles,
  ) {
    this.#files = files;
    this.#folder = folder;
    this.#toolVersion = toolVersion;
    this.#known = known;
  }

  /** @param to the folder, which need not be there yet. */
  static async open(to: { files: ExportFiles; folder: string; toolVersion: string }): Promise<DrawnCopies> {
    return new DrawnCopies(to, await readKnownFiles(to.files, [to.files.join(to.folder, drawnManifest)]));
  }

  /**
   * Draws a copy.
   * @param name of the picture, `/` between its parts.
   * @param findings in pixels of the upright original, whatever the size of `picture`.
   */
  async add(
    name: string,
    picture: Pick<PreparedImage, 'dataUrl' | 'width' | 'height'>,
    findings: Findings,
  ): Promise<FileOutcome> {
    const inFolder = copyName(name);
    const ending = inFolder.slice(inFolder.lastIndexOf('.') + 1).toLowerCase();
    const format = Object.hasOwn(formats, ending) ? formats[ending] : undefined;
    const copy = format === undefined ? `${inFolder}.jpg` : inFolder;
    if (this.#used.has(nameKey(copy)))
      return { failed: { name, reason: t('Another copy is called {copy}.', { copy }) } };
    this.#used.add(nameKey(copy));
    const content = await drawOver(picture, size => boxDrawing(findings, size), format ?? 'jpeg');
    const location = this.#files.join(this.#folder, copy);
    const known = this.#known.get(copy);
    const outcome = await putFile(this.#files, { name: copy, location, content, known }, 'ours');
    if ('written' in outcome) this.#written.push(outcome.written);
    if ('unchanged' in outcome) this.#written.push(outcome.unchanged);
    return outcome;
  }

  /** Notes which files are ours, so that the next copies may replace them. */
  async close(): Promise<void> {
    if (this.#written.length === 0) return;
    await writeFileList(this.#files.join(this.#folder, drawnManifest), {
      files: this.#files,
      format: 'boxes',
      toolVersion: this.#toolVersion,
      written: this.#written,
      known: this.#known,
    });
  }
}
