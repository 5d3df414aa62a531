import { SightlineError } from '../../base/errors.ts';
import { concernsAllRequests } from '../../base/retryable.ts';
import { prepareImage } from '../../images/prepare/prepareImage.ts';
import { defaultPrompt } from '../../inference/api/input.ts';
import { answer, type AnswerObject } from '../asking/answer.ts';
import type { Target } from '../asking/target.ts';
import type { Session } from '../session.ts';
import { jobImage } from './jobImage.ts';
import type { DescribeInput } from './tasks.ts';

/** How a job ended. */
export interface JobEnd {
  state: 'done' | 'failed';
  output?: unknown;
  error?: string;
}

/** What a job has of one image. */
type Described = Partial<AnswerObject> & { image: string };

/** Describes the images of a job. @param session prints nothing. */
export async function describeJob(
  session: Session,
  { target, images: folder }: { target: Target; images: string | undefined },
  { images, prompt = defaultPrompt }: DescribeInput,
  report: (metrics: Record<string, number>) => void,
): Promise<JobEnd> {
  const results: Described[] = [];
  const failures: SightlineError[] = [];
  for (const image of images) {
    report({ done: results.length, of: images.length });
    const { result, error } = await describe(session, target, { image, prompt, folder });
    results.push(result);
    if (error !== undefined) failures.push(error);
    if (error !== undefined && concernsAllRequests(error)) break;
  }
  report({ done: results.length, of: images.length });
  const [first] = failures;
  if (first === undefined) return { state: 'done', output: { results } };
  const { message } = session.out.errorObject(first);
  const more = failures.length > 1 ? ` And ${failures.length - 1} more.` : '';
  return { state: 'failed', output: { results }, error: `${message}${more}` };
}

async function describe(
  session: Session,
  target: Target,
  { image, prompt, folder }: { image: string; prompt: string; folder: string | undefined },
): Promise<{ result: Described; error?: SightlineError }> {
  const name = image.startsWith('data:') ? 'data' : image;
  try {
    const { source, name: called } = await jobImage(image, folder);
    const picture = await prepareImage(source, { ...target.image, name: called });
    session.signal.throwIfAborted();
    const { object, error } = await answer(session, target, { text: prompt, pictures: [picture] });
    return { result: { image: name, ...object }, ...(error === undefined ? {} : { error }) };
  } catch (error) {
    session.signal.throwIfAborted();
    if (!(error instanceof SightlineError)) throw error;
    return { result: { image: name, error: session.out.errorObject(error) }, error };
  }
}
