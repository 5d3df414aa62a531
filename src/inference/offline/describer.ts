import { present } from '../../base/present.ts';
import type { OriginalImage } from '../../images/preparedImage.ts';
import { type Asked } from './asked.ts';
import { inProcessFetch, inProcessServer, type InProcessServer } from './inProcessServer.ts';
import { offlineModel, offlineModelEntry } from './offlineModel.ts';
import { measurablePicture } from './pixels.ts';
import type { AnswerStyle } from './captionOf.ts';
import { describe } from './describe.ts';
import type { AskedPicture } from './sight.ts';
import type { Findings } from '../../recognition/findings.ts';
import { recogniseImage, type RecogniseImage } from '../../recognition/recogniseImage.ts';
import { describeInForm } from './form/describeInForm.ts';
import { inPieces, type Reply } from './reply.ts';

/** How the offline describer knows more than a request says. */
export interface OfflineDescriberOptions {
  /** What preparing a picture has found out of its original, which the sent JPEG has lost. */
  about?: (dataUrl: string) => OriginalImage | undefined;
  /** What looks at pictures. Absent: {@link recogniseImage}. */
  recognise?: RecogniseImage | undefined;
  /** Milliseconds in which a picture is recognised; after them it is only measured. Absent: as long as it takes. */
  recognitionTimeout?: number | undefined;
  /** Whether tokens are estimated, as clients of a server expect. Absent: they are. */
  countsTokens?: boolean | undefined;
  /** Absent: `caption`. */
  style?: AnswerStyle | undefined;
}

/** A server of the OpenAI-compatible API inside this process. */
export type Describer = InProcessServer;

/**
 * The offline describer: it answers `/responses`, `/chat/completions` and `/models` as a server does, streaming too. It
 * recognises and measures pictures, and counts text; it reaches nothing outside this machine. Token counts are estimates:
 * four characters each, and a fixed number for a picture. What was found in pictures goes along with the answer, as
 * `sightline_findings`: an entry for each picture, {@link Findings} or `null`.
 */
export function createOfflineDescriber(options: OfflineDescriberOptions = {}): Describer {
  return inProcessServer({
    list: () => Promise.resolve([offlineModelEntry]),
    unknown: model => `The model '${model}' does not exist; there is only '${offlineModel}'.`,
    answer: (asked, _model, signal) => answer(asked, signal, options),
  });
}

/** A `fetch` that reaches only the describer, whatever the address. */
export function offlineFetch(describer: Describer): typeof globalThis.fetch {
  return inProcessFetch(describer);
}

/** Pictures are decoded before the answer begins, so that a bad one is refused as a server refuses it. */
async function answer(
  asked: Asked,
  signal: AbortSignal,
  {
    about,
    recognise = recogniseImage,
    recognitionTimeout,
    countsTokens = true,
    style = 'caption',
  }: OfflineDescriberOptions,
): Promise<Reply> {
  const pictures: AskedPicture[] = [];
  for (const url of asked.pictures) {
    const original = about?.(url);
    pictures.push({
      url,
      ...(isDataUrl(url) ? { picture: await measurablePicture(url) } : {}),
      ...present({ original }),
    });
  }
  const head = {
    createdAt: Math.floor(Date.now() / 1000),
    model: offlineModel,
    inputTokens: countsTokens ? asked.inputTokens : undefined,
    findings: pictures.map((): Findings | null => null),
  };
  const sight = {
    recognise,
    recognitionTimeout,
    signal,
    style,
    onFindings: (index: number, found: Findings) => void (head.findings[index] = found),
  };
  if (asked.form === undefined)
    return { ...head, pieces: inPieces(describe(asked, pictures, sight), asked.maxTokens) };
  const inForm = await describeInForm(asked.form, pictures, sight);
  const refuses = 'refusal' in inForm;
  return {
    ...head,
    refuses,
    pieces: inPieces([refuses ? inForm.refusal : inForm.text], asked.maxTokens),
  };
}

function isDataUrl(url: string): boolean {
  return url.startsWith('data:');
}
