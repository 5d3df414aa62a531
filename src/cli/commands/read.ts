import { Option } from '@commander-js/extra-typings';
import { SightlineError } from '../../base/errors.ts';
import { wellFormedJson } from '../../runs/exports/wellFormedJson.ts';
import type { DefineCommand } from '../commandDefinition.ts';
import { exitCodeOfAll } from '../exitCodes.ts';
import { sections } from '../help.ts';
import { jsonOption } from '../options.ts';
import { givenImages } from '../reading/givenImages.ts';
import { hocrEnd, hocrPage, hocrStart } from '../reading/hocr.ts';
import { readImages, type ReadOutcome } from '../reading/readImages.ts';
import type { Session } from '../session.ts';
import { UsageError } from '../usageError.ts';

const formats = ['text', 'hocr', 'json'] as const;
type Format = (typeof formats)[number];

/** `sightline read`. */
export const define: DefineCommand = (command, run) =>
  command
    .argument('[paths...]', 'image files and folders; - reads one image from standard input')
    .addOption(
      new Option('--format <format>', 'plain text, hOCR (HTML with boxes), or one JSON object per line')
        .choices(formats)
        .default('text' as const),
    )
    .addOption(jsonOption('the same as --format json, with messages as JSON, too'))
    .addHelpText(
      'after',
      sections(
        'Text is read on this machine, line by line in reading order; nothing is sent.\nLines that were not read surely are left out. Several images are read one after\nthe other, each under a heading with its name; in hOCR each is a page.',
        'Examples:\n  sightline read receipt.jpg\n  sightline read --format hocr scans > scans.html',
      ),
    )
    .action(
      run(async (session, paths, { format: given }) => {
        const { out, signal } = session;
        if (paths.length === 0) throw new UsageError('No image or folder given.', 'read');
        if (out.json && given === 'hocr')
          throw new UsageError('--json and --format hocr exclude each other.', 'read');
        const format: Format = out.json ? 'json' : given;
        const files = await givenImages(session, paths);
        if (files.length === 0) throw new SightlineError('unsupportedImage', 'No images found.');
        const failures: SightlineError[] = [];
        const progress = (done: number): void => out.progress(`Reading text: ${done} of ${files.length}…`);
        if (format === 'hocr') out.text(hocrStart(session.version));
        let done = 0;
        let lines = 0;
        progress(done);
        for await (const outcome of readImages(session, files)) {
          signal.throwIfAborted();
          if ('error' in outcome) failures.push(outcome.error);
          else lines += outcome.read.lines.length;
          tell(session, outcome, { format, heading: files.length > 1, number: ++done - failures.length });
          progress(done);
        }
        if (format === 'hocr') out.text(hocrEnd);
        if (lines === 0 && failures.length === 0) out.note('No text was found.');
        return exitCodeOfAll(failures);
      }),
    );

/** Writes what came of one image. */
function tell(
  { out }: Session,
  outcome: ReadOutcome,
  { format, heading, number }: { format: Format; heading: boolean; number: number },
): void {
  const { file } = outcome;
  if ('error' in outcome) {
    if (out.json) out.result({ file, error: out.errorObject(outcome.error) }, '');
    else out.error(outcome.error, heading ? file : undefined);
    return;
  }
  const { read } = outcome;
  switch (format) {
    case 'hocr':
      return out.text(hocrPage(read, number));
    case 'json':
      return out.jsonLine(wellFormedJson(read));
    case 'text': {
      if (heading) out.heading(file);
      const text = read.lines.map(line => `${line.text}\n`).join('');
      out.text(heading ? `${text}\n` : text);
    }
  }
}
