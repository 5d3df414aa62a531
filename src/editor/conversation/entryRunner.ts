import { randomUUID } from 'node:crypto';
import { t } from '../../base/l10n.ts';
import { present } from '../../base/present.ts';
import { isAbort, SightlineError } from '../../base/errors.ts';
import { Lazy } from '../../base/lazy.ts';
import { onAbort } from '../../base/onAbort.ts';
import { concernsAllRequests } from '../../base/retryable.ts';
import type { Answer, AnswerEvent } from '../../inference/api/answer.ts';
import type { ImageOptions } from '../../images/preparedImage.ts';
import type { SentRequest } from '../../inference/api/question.ts';
import type { Provider } from '../../inference/providers/provider.ts';
import type { AskedWith, Entry, EntryError, EntryStatus, PictureView } from '../../protocol/conversation.ts';
import type { SentLook } from '../../protocol/picture.ts';
import type { Log } from '../log.ts';
import type { ChosenModel } from '../models/modelChoice.ts';
import type { PictureTurn } from '../models/modelAsker.ts';
import { isFinished, type ConversationStore } from './conversationStore.ts';
import { turnsOf, type TurnParts } from './conversationTurns.ts';
import { keepPicture, type KeptPictures, type PictureFile } from './keptPictures.ts';
import { withEditorHint } from '../remedyButtons.ts';
import { entryError } from './entryError.ts';
import type { Retries } from './retries.ts';
import { readableBody, type SentRecord } from './sentRequest.ts';

/** A picture of a question: kept already, or still a file to be read, of which `look` is sent where a person chose that, or such a file's bytes. */
export type PictureInput =
  | { view: PictureView }
  | { name: string; uri: string; look?: SentLook }
  | { name: string; bytes: Uint8Array };

/** A question to be asked. */
export interface NewEntry {
  prompt: string;
  pictures: readonly PictureInput[];
  fromSelection?: boolean;
  source?: NonNullable<Entry['source']>;
  followUpOf?: string;
  /** What a prompt file names beside the prompt. */
  asked?: AskedWith;
}

/** Several runs that end together. */
export interface EntryBatch {
  signal: AbortSignal;
  /** Answers in a row that said that no image came. */
  withoutImage: number;
  /** Ends the runs of the batch and keeps its rest from starting. */
  abort(): void;
  /** Says that the batch is over. */
  end(): void;
}

/** How a run asks and keeps what it needs; the editor's parts, or a test's. */
export interface EntryRunnerParts {
  store: ConversationStore;
  pictures: KeptPictures;
  /** Reads a file by its URI. */
  readFile: (uri: string) => Promise<Uint8Array>;
  /** How pictures are fitted, at this moment. */
  imageOptions: () => ImageOptions;
  /** The model that answers: the one that a prompt names, else the person's choice. */
  chosenModel: (asked?: AskedWith) => ChosenModel;
  ask: (
    chosen: ChosenModel,
    turns: readonly PictureTurn[],
    options: { signal: AbortSignal; onRequest: (request: SentRequest) => void; asked?: AskedWith },
  ) => AsyncIterable<AnswerEvent>;
  /** Opens what reads the label files beside images. */
  openLabels: () => Promise<{ of: TurnParts['labelsOf'] }>;
  log: Pick<Log, 'error' | 'warn'>;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** Asks the questions of a conversation and writes what comes into its entries. */
export class EntryRunner {
  readonly #parts: EntryRunnerParts;
  readonly #running = new Map<string, { stop: AbortController; ended: Promise<EntryStatus> }>();
  readonly #batches = new Set<AbortController>();
  /** Where the pictures of an entry come from, as long as they are not all kept. */
  readonly sources = new Map<string, string[]>();
  /** Of those that are no files, until they are kept. */
  readonly #bytes = new Map<string, Uint8Array>();
  readonly sent = new Map<string, SentRecord>();
  /** Of the entries whose last attempts failed. */
  readonly #retries = new Map<string, Retries>();

  /** For the questions in progress together, so that the classes of a dataset are read once; what later ones find may have changed. */
  #labels: Lazy<{ of: TurnParts['labelsOf'] }>;

  constructor(parts: EntryRunnerParts) {
    this.#parts = parts;
    this.#labels = new Lazy(parts.openLabels);
  }

  /** Adds an entry that waits to be run, and says its id. */
  add(question: NewEntry): string {
    const { store } = this.#parts;
    const id = randomUUID();
    const { provider, model } = this.#parts.chosenModel(question.asked);
    const pictures = question.pictures.map(picture => this.#viewOf(picture));
    const unread = pictures.filter((_, at) => !('view' in (question.pictures[at] ?? {})));
    if (unread.length > 0)
      this.sources.set(
        id,
        unread.map(picture => picture.id),
      );
    store.add({
      id,
      createdAt: this.#parts.now(),
      prompt: question.prompt,
      pictures,
      status: 'preparing',
      text: '',
      reasoning: '',
      notices: [],
      model,
      provider: provider.label,
      fromSelection: question.fromSelection ?? false,
      ...present({ followUpOf: question.followUpOf, source: question.source, asked: question.asked }),
    });
    return id;
  }

  /** How a picture is shown until it is read. */
  #viewOf(picture: PictureInput): PictureView {
    if ('view' in picture) return picture.view;
    const { name } = picture;
    if ('uri' in picture) return { id: picture.uri, name, notes: [], ...lookOf(picture) };
    const id = `bytes:${randomUUID()}`;
    this.#bytes.set(id, picture.bytes);
    return { id, name, notes: [] };
  }

  /**
   * Asks an entry's question and resolves when it has ended in whatever way; the entry says how.
   * @param batch Ends the run from outside, together with others. What each further question would meet ends the batch: a
   * used-up quota, a model that takes no images, answers in a row that say that none came.
   */
  run(id: string, batch?: EntryBatch): Promise<EntryStatus> {
    const stop = new AbortController();
    const either = batch === undefined ? stop.signal : AbortSignal.any([batch.signal, stop.signal]);
    const ended = this.#run(id, either, batch).finally(() => {
      this.#running.delete(id);
      this.#rest();
    });
    this.#running.set(id, { stop, ended });
    return ended;
  }

  async #run(id: string, either: AbortSignal, batch: EntryBatch | undefined): Promise<EntryStatus> {
    const { store, now } = this.#parts;
    const started = now();
    store.patch(id, { startedAt: started });
    let status: EntryStatus;
    let provider: Provider | undefined;
    const explain = (error: unknown): EntryError =>
      entryError(error, { now: now(), provider, retries: this.#retries.get(id) });
    try {
      either.throwIfAborted();
      const answer = await this.#answer(id, either, chosen => (provider = chosen.provider));
      const judging = await import('../../inference/api/unfinishedAnswer.ts');
      const unfinished = judging.unfinishedAnswer(answer);
      status = unfinished === undefined ? 'complete' : 'incomplete';
      const explained = unfinished === undefined ? {} : { error: explain(unfinished) };
      this.#endWaiting(id);
      store.patch(id, { status, seconds: (now() - started) / 1000, ...explained });
      if (batch !== undefined) {
        const without = unfinished !== undefined && judging.saysNoImage(unfinished);
        batch.withoutImage = unfinished === undefined ? 0 : batch.withoutImage + Number(without);
        if (batch.withoutImage >= judging.mostWithoutImage) batch.abort();
      }
    } catch (error) {
      status = isAbort(error) || either.aborted ? 'stopped' : 'failed';
      if (status === 'failed') this.#parts.log.error('A request failed', error);
      const explained = status === 'failed' ? { error: explain(error) } : {};
      this.#endWaiting(id);
      store.patch(id, { status, seconds: (now() - started) / 1000, ...explained });
      // A connection may come back for the next one.
      if (error instanceof SightlineError && error.code !== 'network' && concernsAllRequests(error))
        batch?.abort();
    } finally {
      this.#retries.delete(id);
    }
    return status;
  }

  /** Asks the same question again, of the model chosen now. */
  async retry(id: string): Promise<void> {
    const entry = this.#parts.store.entry(id);
    if (entry === undefined || !isFinished(entry)) return;
    this.#parts.store.restart(id);
    await this.run(id);
  }

  /** Ends an entry's request; what has come of the answer stays. */
  stop(id: string): void {
    this.#running.get(id)?.stop.abort();
  }

  /** Opens a batch of runs that end together. */
  startBatch(): EntryBatch {
    const batch = new AbortController();
    this.#batches.add(batch);
    return {
      signal: batch.signal,
      withoutImage: 0,
      abort: () => batch.abort(),
      end: () => {
        this.#batches.delete(batch);
        this.#rest();
      },
    };
  }

  /** Forgets what was read for questions in progress, once none is. */
  #rest(): void {
    if (this.#running.size + this.#batches.size === 0) this.#labels = new Lazy(this.#parts.openLabels);
  }

  /** Ends every request and keeps the rest of every batch from starting. */
  stopAll(): void {
    for (const batch of this.#batches) batch.abort();
    for (const { stop } of this.#running.values()) stop.abort();
  }

  /** Fits and keeps a picture, and says how it is shown. */
  async keepPicture(file: PictureFile): Promise<PictureView> {
    // Loaded with the first picture: activation does without.
    const { endingNotes } = await import('../../images/open/fileFormat.ts');
    for (const note of endingNotes(file.name, file.bytes)) this.#parts.log.warn(`${file.name}: ${note}`);
    return keepPicture(file, this.#parts.pictures, this.#parts.imageOptions());
  }

  async #answer(id: string, signal: AbortSignal, onChosen: (chosen: ChosenModel) => void): Promise<Answer> {
    const { store, chosenModel, ask } = this.#parts;
    await this.#prepare(id, signal);
    await this.#continued(id, signal);
    const asked = store.entry(id)?.asked;
    const chosen = chosenModel(asked);
    onChosen(chosen);
    store.patch(id, { status: 'waiting', provider: chosen.provider.label, model: chosen.model });
    const { turns, pictures } = await turnsOf(id, {
      ...this.#parts,
      labelsOf: async uri => (await this.#labels.get()).of(uri),
    });
    const onRequest = (request: SentRequest): void => {
      this.#endWaiting(id);
      this.sent.set(id, { url: request.url, body: readableBody(request), pictures });
    };
    for await (const event of ask(chosen, turns, { signal, onRequest, ...present({ asked }) })) {
      if (event.type === 'end') return event.answer;
      this.#take(id, event);
    }
    throw new SightlineError('noAnswer', t('The provider returned no answer.'));
  }

  /** Waits for the answer that this question continues, where that is still on its way. */
  async #continued(id: string, signal: AbortSignal): Promise<void> {
    const { ended } = this.#running.get(this.#parts.store.entry(id)?.followUpOf ?? '') ?? {};
    if (ended === undefined) return;
    let stopListening = (): void => undefined;
    const stopped = new Promise<void>(resolve => (stopListening = onAbort(signal, resolve)));
    await Promise.race([ended, stopped]);
    stopListening();
    signal.throwIfAborted();
  }

  /** Reads the pictures that are still files, one after the other, so that memory stays flat. */
  async #prepare(id: string, signal: AbortSignal): Promise<void> {
    const { store, readFile } = this.#parts;
    const sources = this.sources.get(id) ?? [];
    for (const picture of store.entry(id)?.pictures ?? []) {
      if (!sources.includes(picture.id)) continue;
      const held = this.#bytes.get(picture.id);
      const reading = held === undefined ? readFile(picture.id) : Promise.resolve(held);
      const bytes = await reading.catch((error: unknown) => {
        throw new SightlineError(
          'unsupportedImage',
          t('{picture} could not be read.', { picture: picture.name }),
          {
            cause: error,
            hint: t('It may have been moved or deleted.'),
          },
        );
      });
      signal.throwIfAborted();
      const view = await this.keepPicture({
        name: picture.name,
        bytes,
        ...present({ source: held === undefined ? picture.id : undefined }),
        ...lookOf(picture),
      });
      signal.throwIfAborted();
      const now = store.entry(id)?.pictures ?? [];
      store.patch(id, { pictures: now.map(other => (other.id === picture.id ? view : other)) });
      this.#bytes.delete(picture.id);
    }
    this.sources.delete(id);
  }

  /** A request failed that is made again after a pause. */
  #wait(id: string, { reason, message }: Extract<AnswerEvent, { type: 'waiting' }>): void {
    const { count = 0 } = this.#retries.get(id) ?? {};
    this.#retries.set(id, { count: count + 1, reason });
    this.#parts.store.patch(id, { waiting: message });
  }

  /** The pause is over: the next attempt has begun, or there is none. */
  #endWaiting(id: string): void {
    if ((this.#parts.store.entry(id)?.waiting ?? '') !== '') this.#parts.store.patch(id, { waiting: '' });
  }

  #take(id: string, event: Exclude<AnswerEvent, { type: 'end' }>): void {
    const { store, now } = this.#parts;
    if (event.type !== 'waiting' && event.type !== 'notice') this.#endWaiting(id);
    const entry = store.entry(id);
    if (entry === undefined) return;
    switch (event.type) {
      case 'text':
      case 'reasoning':
        if (entry.status !== 'streaming') store.patch(id, { status: 'streaming' });
        if (event.type === 'text' && entry.reasoning !== '' && entry.thoughtSeconds === undefined)
          store.patch(id, { thoughtSeconds: (now() - (entry.startedAt ?? now())) / 1000 });
        store.append(id, event.type, event.text);
        return;
      case 'textWasReasoning':
        store.textWasReasoning(id);
        return;
      case 'refusal':
        if (entry.status !== 'streaming') store.patch(id, { status: 'streaming' });
        return; // The reason at the end has all of its words.
      case 'toolCall':
        return; // No question of the panel offers tools.
      case 'usage':
        store.patch(id, { usage: event.usage });
        return;
      case 'notice':
        store.patch(id, { notices: [...entry.notices, withEditorHint(event)] });
        return;
      case 'waiting':
        return this.#wait(id, event);
    }
  }
}

function lookOf({ look }: { look?: SentLook }): { look?: SentLook } {
  return look === undefined ? {} : { look };
}
