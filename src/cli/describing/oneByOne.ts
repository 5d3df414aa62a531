import path from 'node:path';
import { present } from '../../base/present.ts';
import type { Findings } from '../../recognition/findings.ts';
import { BoxesFolder, checkBoxesFolder } from './drawnBoxes.ts';
import { formatNumber, pluralWord } from '../../base/format.ts';
import { SightlineError } from '../../base/errors.ts';
import { isWebAddress } from '../../base/address.ts';
import { concernsAllRequests } from '../../base/retryable.ts';
import { mostWithoutImage, saysNoImage } from '../../inference/api/unfinishedAnswer.ts';
import { filledPrompt, variablesIn } from '../../prompts/imageVariables.ts';
import { givenValues, wantedValues, type WantedValues } from '../asking/givenValues.ts';
import { answer, type AnswerObject } from '../asking/answer.ts';
import {
  confirmDownloads,
  givenPicture,
  type DownloadValues,
  type GivenPicture,
} from '../asking/givenPictures.ts';
import type { Target } from '../asking/target.ts';
import { exitCodeOfAll } from '../exitCodes.ts';
import type { Session } from '../session.ts';

/** Describes some pictures one after the other, each as its words come, and returns the exit code. */
export async function describeOneByOne(
  session: Session,
  target: Target,
  {
    files,
    prompt,
    temperature,
    boxes,
    downloads = {},
  }: {
    files: readonly string[];
    prompt: string;
    temperature?: number;
    boxes?: string | undefined;
    downloads?: DownloadValues;
  },
): Promise<number> {
  const values = wantedValues(variablesIn(prompt));
  if (boxes !== undefined)
    await checkBoxesFolder(
      boxes,
      files.filter(file => file !== '-' && !isWebAddress(file)).map(file => path.dirname(file)),
    );
  await confirmDownloads(session, target, { sources: files, values: downloads, command: 'describe' });
  const drawn = boxes === undefined ? undefined : await BoxesFolder.open(session, boxes);
  const failures: SightlineError[] = [];
  try {
    await describeAll(session, target, {
      ...{ files, prompt, values, drawn, failures, downloads },
      ...present({ temperature }),
    });
  } finally {
    if (drawn !== undefined) failures.push(...(await drawn.close()));
  }
  return exitCodeOfAll(failures);
}

async function describeAll(
  session: Session,
  target: Target,
  { files, failures, ...how }: Omit<HowDescribed, 'file' | 'heading'> & Described,
): Promise<void> {
  let withoutImage = 0;
  for (const [index, file] of files.entries()) {
    session.out.progress(`${files.length > 1 ? `${index + 1}/${files.length} ` : ''}${file}…`);
    const error = await describe(session, target, { ...how, file, heading: files.length > 1 });
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
}

interface Described {
  files: readonly string[];
  /** Is added to. */
  failures: SightlineError[];
}

interface HowDescribed {
  file: string;
  prompt: string;
  /** What the prompt names of an image. */
  values: WantedValues;
  temperature?: number;
  heading: boolean;
  drawn: BoxesFolder | undefined;
  downloads: DownloadValues;
}

/** Describes one picture, and tells the outcome; returns the failure, where it is one. */
async function describe(
  session: Session,
  target: Target,
  { file, prompt, values, temperature, heading, drawn, downloads }: HowDescribed,
): Promise<SightlineError | undefined> {
  const { out } = session;
  const about = heading ? file : undefined;
  let picture: GivenPicture;
  try {
    picture = await givenPicture(session, target, file, downloads);
  } catch (error) {
    session.signal.throwIfAborted();
    if (!(error instanceof SightlineError)) throw error;
    if (out.json) out.result({ file, error: out.errorObject(error) }, '');
    else out.error(error, about);
    return error;
  }
  session.signal.throwIfAborted();
  if (heading && !out.json) out.heading(file);
  const { object, findings, error } = await answer(session, target, {
    text: filledPrompt(prompt, [await givenValues(file, picture, values)]),
    pictures: [picture],
    ...present({ temperature }),
  });
  const found = findings?.[0] ?? undefined;
  if (out.json)
    out.result({ file, ...object, ...present({ findings: found }) } satisfies DescribedObject, '');
  else if (error !== undefined) out.error(error, about);
  if (heading && !out.json) out.text('\n');
  if (error === undefined && typeof picture !== 'string') await drawn?.add(nameOf(file), picture, found);
  return error;
}

type DescribedObject = { file: string; findings?: Findings } & AnswerObject;

/** The name of what was described, as a file. */
function nameOf(file: string): string {
  if (file === '-') return 'standard-input';
  return path.basename(isWebAddress(file) ? new URL(file).pathname : file);
}
