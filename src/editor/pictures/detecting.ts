import { t } from '../../base/l10n.ts';
import { isAbort, SightlineError } from '../../base/errors.ts';
import { sha256Of } from '../../base/node/hash.ts';
import { present } from '../../base/present.ts';
import type { Detections, Found } from '../../protocol/detections.ts';
import type { PictureHostMessage, PictureViewerMessage } from '../../protocol/picture.ts';
import type { FirstFindings, RecogniseImage } from '../../recognition/recogniseImage.ts';
import { isRecognitionOn } from '../../recognition/recognitionSwitch.ts';
import { statedFindings, statedFirst } from '../../recognition/stated.ts';
import type { Log } from '../log.ts';
import { editorHint } from '../remedyButtons.ts';
import type { DetectionsChoice } from './detectionsChoice.ts';
import { foundView } from './foundView.ts';

/** The judge of images, loaded when the first is recognised. */
const loadJudge = () => import('../../inference/offline/imageJudge.ts');

/** An image as a viewer shows it. */
export interface ShownImage {
  dataUrl: string;
  /** Size of the upright image in its own pixels; what is shown of it may be smaller. */
  width: number;
  height: number;
  /** From 0. */
  page: number;
}

/** What recognition in a viewer works with. */
export interface DetectingParts {
  /** Undefined where nothing is shown. */
  image: () => Promise<ShownImage | undefined>;
  recognise: RecogniseImage;
  /** Whether detections are wanted: the same for all viewers, and for the next one that is opened. */
  choice: DetectionsChoice;
  post: (message: PictureHostMessage) => void;
  log: Pick<Log, 'error'>;
}

/** Recognises what is in the image of one viewer for as long as that is wanted. Nothing is ever thrown. */
export class Detecting {
  readonly #parts: DetectingParts;
  #running: AbortController | undefined;
  /** The last image that was looked at to the end: its tab may be hidden and come back. */
  #known: { digest: string; found: Found } | undefined;

  constructor(parts: DetectingParts) {
    this.#parts = parts;
  }

  /** Does what a viewer asks for, as far as it concerns detections. */
  async handle(message: PictureViewerMessage): Promise<void> {
    if (message.type === 'detect') {
      await this.#parts.choice.set(message.on);
      await this.restart();
    } else if (message.type === 'cancel' || message.type === 'close') this.stop();
  }

  /** Another image is shown, or the same in another way: looks at it anew where that is wanted. */
  async restart(): Promise<void> {
    this.stop();
    if (!this.#parts.choice.get()) return this.#say({ state: 'off' });
    const running = new AbortController();
    this.#running = running;
    const { signal } = running;
    try {
      await this.#look(signal);
    } catch (error) {
      if (signal.aborted || isAbort(error)) return;
      if (!(error instanceof SightlineError))
        this.#parts.log.error('What is in an image could not be recognized', error);
      this.#say(failure(error));
    } finally {
      if (this.#running === running) this.#running = undefined;
    }
  }

  /** Nobody looks any more: the work ends, and nothing more is said. */
  stop(): void {
    this.#running?.abort();
    this.#running = undefined;
  }

  async #look(signal: AbortSignal): Promise<void> {
    const { image, recognise } = this.#parts;
    this.#say({ state: 'looking' });
    const shown = await image();
    if (shown === undefined || signal.aborted) return;
    const { dataUrl, width, height, page } = shown;
    const digest = sha256Of(dataUrl);
    if (this.#known?.digest === digest && isRecognitionOn()) return this.#say(this.#known.found);
    let isRead = false;
    const judge = loadJudge().then(({ imageJudge }) => imageJudge(dataUrl));
    const sayFirst = async (first: FirstFindings): Promise<void> => {
      const kind = (await judge).first(first);
      if (!isRead && !signal.aborted) this.#say(foundView(statedFirst(first, kind), { kind, page }));
    };
    const [{ whole }, findings] = await Promise.all([
      judge,
      recognise(dataUrl, {
        ...{ signal, size: { width, height } },
        // What fails there fails below, too.
        onFirst: first => void sayFirst(first).catch(() => undefined),
      }),
    ]);
    isRead = true;
    signal.throwIfAborted();
    const kind = whole(findings);
    const found = foundView(statedFindings(findings, kind), { kind, page, madeBy: findings.madeBy });
    this.#known = { digest, found };
    this.#say(found);
  }

  #say(detections: Detections): void {
    this.#parts.post({ type: 'detections', detections });
  }
}

function failure(error: unknown): Detections {
  if (!(error instanceof SightlineError))
    return {
      ...{ state: 'failed', message: t('An internal error occurred. See the log for details.') },
      remedy: 'retry',
    };
  const hint = editorHint(error);
  // Where it cannot run here, the setting is of no help.
  const isOff = error.name === 'RecognitionOff' && !isRecognitionOn();
  return {
    ...{ state: 'failed', message: error.message, ...present({ hint }) },
    remedy: isOff ? 'settings' : error.code === 'untrusted' ? 'trust' : 'retry',
  };
}
