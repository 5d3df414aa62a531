import { formatNumber, pluralWord } from '../../base/format.ts';
import { SightlineError } from '../../base/errors.ts';
import { prepareImage } from '../../images/prepare/prepareImage.ts';
import type { ImageOptions, PreparedImage } from '../../images/preparedImage.ts';
import { concernsAllRequests } from '../../base/retryable.ts';
import { mostWithoutImage, saysNoImage } from '../../inference/api/unfinishedAnswer.ts';
import { answer, type AnswerObject } from '../asking/answer.ts';
import type { Target } from '../asking/target.ts';
import { exitCodeOfAll } from '../exitCodes.ts';
import { readInput } from '../input/standardInput.ts';
import type { Session } from '../session.ts';

/** Describes some pictures one after the other, each as its words come, and returns the exit code. */
export async function describeOneByOne(
  session: Session,
  target: Target,
  { files, prompt }: { files: readonly string[]; prompt: string },
): Promise<number> {
  const failures: SightlineError[] = [];
  let withoutImage = 0;
  for (const [index, file] of files.entries()) {
    session.out.progress(`${files.length > 1 ? `${index + 1}/${files.length} ` : ''}${file}…`);
    const error = await describe(session, target, { file, prompt, heading: files.length > 1 });
    withoutImage = error === undefined ? 0 : withoutImage + Number(saysNoImage(error));
    if (error === undefined) continue;
    failures.push(error);
    const left = files.length - index - 1;
    if (left > 0 && (concernsAllRequests(error) || withoutImage >= mostWithoutImage)) {
      session.out.note(
        `${formatNumber(left)} more ${pluralWord(left, 'image was', 'images were')} skipped because the next would fail too.`,
      );
      break;
    }
  }
  return exitCodeOfAll(failures);
}

/** Describes one picture, and tells the outcome; returns the failure, where it is one. */
async function describe(
  session: Session,
  target: Target,
  { file, prompt, heading }: { file: string; prompt: string; heading: boolean },
): Promise<SightlineError | undefined> {
  const { out } = session;
  const about = heading ? file : undefined;
  let picture: PreparedImage;
  try {
    picture = await read(session, file, target.image);
  } catch (error) {
    session.signal.throwIfAborted();
    if (!(error instanceof SightlineError)) throw error;
    if (out.json) out.result({ file, error: out.errorObject(error) }, '');
    else out.error(error, about);
    return error;
  }
  session.signal.throwIfAborted();
  if (heading && !out.json) out.heading(file);
  const { object, error } = await answer(session, target, { text: prompt, pictures: [picture] });
  if (out.json) out.result({ file, ...object } satisfies { file: string } & AnswerObject, '');
  else if (error !== undefined) out.error(error, about);
  if (heading && !out.json) out.text('\n');
  return error;
}

async function read({ stdin, signal }: Session, file: string, image: ImageOptions): Promise<PreparedImage> {
  if (file !== '-') return prepareImage(file, { ...image, name: file });
  return prepareImage(await readInput(stdin, signal), { ...image, name: 'standard input' });
}
