import { counted, t } from '../../../base/l10n.ts';
import { present } from '../../../base/present.ts';
import { copiedRows, type CopiedForm } from '../../../runs/exports/copiedRows.ts';
import { rowsBetween } from '../rowOrder.ts';
import * as vscode from 'vscode';
import { visibleText } from '../../../base/visibleText.ts';
import { makeThumbnail } from '../../../images/prepare/makeThumbnail.ts';
import type { ColumnWidths, RowAction, RowFilter, RunPageMessage, RunView } from '../../../protocol/run.ts';
import { commands } from '../../../contributions.ts';
import { showError } from '../../errorMessage.ts';
import type { Log } from '../../log.ts';
import { requireTrust } from '../../trust.ts';
import { editorPictureFiles } from '../files/editorPictureFiles.ts';
import { throttle } from '../../../base/throttle.ts';
import { RowFeed } from '../rowFeed.ts';
import type { RunRow } from '../../../runs/runRow.ts';
import type { RunSession } from '../runSession.ts';
import { Thumbnails, type Thumbnail } from '../thumbnails.ts';
import { RunPanel } from './runPanel.ts';

/** What a page asks for that takes a dialogue with the person. */
export interface RunFlows {
  chooseModel: (session: RunSession) => Promise<void>;
  choosePrompt: (session: RunSession) => Promise<void>;
  chooseSchema: (session: RunSession) => Promise<void>;
  setPrice: (session: RunSession) => Promise<void>;
  startBatch: (session: RunSession) => Promise<void>;
  askAgain: (session: RunSession, indices: readonly number[]) => Promise<void>;
  compare: (session: RunSession) => Promise<void>;
  choose: (session: RunSession, side: 'this' | 'other') => Promise<void>;
  editCaptions: (session: RunSession, indices: readonly number[]) => Promise<void>;
  export: (session: RunSession) => Promise<void>;
}

/** What a run's page is made of. */
export interface RunPageParts {
  extensionUri: vscode.Uri;
  session: RunSession;
  flows: RunFlows;
  log: Log;
  /** Widths of columns that the person chose, for all runs. */
  columnWidths: KeptWidths;
  /** Shows the page of another run. */
  openRun: (id: string) => Promise<unknown>;
  /** The page came into view, or went out of it. */
  onVisible: () => void;
  onClose: () => void;
}

/** Where column widths are kept. */
export interface KeptWidths {
  get: () => ColumnWidths;
  set: (widths: ColumnWidths) => Promise<void>;
}

/** A message about the rows of a selection. */
type RangeMessage = Extract<
  RunPageMessage,
  { type: 'acceptRange' | 'askAgainRange' | 'copyRange' | 'editCaptionsRange' }
>;

/** More rows are for a file. */
const mostCopied = 5000;

/** At most four messages of a kind in a second. */
const pauseMs = 250;

/** Pixels of the long side, and how many are remembered: some thousand bytes each, and some ten thousand. */
const small = { side: 96, most: 2000 };
const large = { side: 800, most: 30 };

const needTrust: readonly RunPageMessage['type'][] = [
  'start',
  'resume',
  'estimate',
  'retryFailed',
  'askAgain',
  'askAgainRange',
  'compare',
];

/** The page of an open run: sends what it shows, does what it asks for. */
export class RunPage {
  readonly #parts: RunPageParts;
  readonly #panel: RunPanel;
  readonly #feed: RowFeed;
  readonly #sendRun;
  readonly #listeners: vscode.Disposable;
  readonly #thumbnails = thumbnails(small, 2);
  readonly #previews = thumbnails(large, 1);
  #showNext: RowFilter | undefined;
  #isLoaded = false;

  constructor(parts: RunPageParts, revived?: vscode.WebviewPanel) {
    this.#parts = parts;
    const { extensionUri, session, log } = parts;
    this.#panel = new RunPanel(
      {
        extensionUri,
        log,
        onMessage: message => void this.#handle(message).catch((error: unknown) => showError(error)),
        onVisible: visible => {
          // It is loaded anew when it shows again, and says when it is ready.
          if (!visible) this.#isLoaded = false;
          parts.onVisible();
        },
        onDispose: () => this.#end(),
      },
      revived,
    );
    this.#feed = new RowFeed({
      rows: session.record.rows,
      description: index => session.record.description(index),
      cellsOf: description => session.cellsOf(description),
      other: () => session.comparing.now,
      post: message => this.#panel.post(message),
      isInView: () => this.#panel.visible,
      pauseMs,
    });
    this.#sendRun = throttle(pauseMs, () => this.#post());
    this.#listeners = vscode.Disposable.from(
      session.onChange(this.#sendRun),
      session.onRows(indices => this.#feed.changed(indices)),
    );
    this.#post();
  }

  get active(): boolean {
    return this.#panel.active;
  }

  get visible(): boolean {
    return this.#panel.visible;
  }

  show(): void {
    this.#panel.show();
  }

  /** Shows the rows of a filter, also where the page has yet to open. */
  showRows(filter: RowFilter): void {
    if (this.#isLoaded) this.#panel.post({ type: 'showRows', filter });
    else this.#showNext = filter;
    this.show();
  }

  /** Does with the selected rows what the person chose in their menu. */
  act(action: RowAction): void {
    this.#panel.post({ type: 'act', action });
  }

  announce(text: string): void {
    this.#panel.post({ type: 'announcement', text });
  }

  dispose(): void {
    this.#panel.dispose();
  }

  #end(): void {
    this.#listeners.dispose();
    this.#sendRun.stop();
    this.#feed.stop();
    this.#parts.onClose();
  }

  #post(): void {
    const run = { ...this.#parts.session.view(), columnWidths: this.#parts.columnWidths.get() };
    this.#panel.title = visibleText(tabTitle(run));
    if (this.#panel.visible) this.#panel.post({ type: 'run', run });
  }

  async #handle(message: RunPageMessage): Promise<void> {
    const { session, flows } = this.#parts;
    const { record } = session;
    if (needTrust.includes(message.type) && !(await requireTrust())) return;
    switch (message.type) {
      case 'ready':
        this.#isLoaded = true;
        this.#post();
        if (this.#showNext !== undefined) this.#panel.post({ type: 'showRows', filter: this.#showNext });
        this.#showNext = undefined;
        return;
      case 'window':
        return this.#feed.show(message);
      case 'thumbnails':
        return this.#sendThumbnails(message.indices);
      case 'preview':
        return this.#sendPreview(message.index);
      case 'setPrompt':
        return session.setQuestion({ prompt: message.prompt });
      case 'setCap':
        return session.setCap(message.amount);
      case 'setPrivate':
        return session.setPrivate(message.isPrivate);
      case 'openSharingSetting':
        await vscode.commands.executeCommand('workbench.action.openSettings', 'sightline.runs.sharedAnswers');
        return;
      case 'logIn':
        await vscode.commands.executeCommand(commands.logIn);
        return;
      case 'chooseModel':
        return flows.chooseModel(session);
      case 'choosePrompt':
        return flows.choosePrompt(session);
      case 'chooseSchema':
        return flows.chooseSchema(session);
      case 'setPrice':
        return flows.setPrice(session);
      case 'estimate':
        return session.estimate();
      case 'start':
        return message.asBatch ? flows.startBatch(session) : session.start();
      case 'pause':
        return session.pause();
      case 'resume':
        return session.start();
      case 'cancel':
        return session.cancel();
      case 'retryFailed':
        return session.askAgain(session.retryableRows());
      case 'edit':
        return record.edit(message.index, message.text);
      case 'accept':
        return record.accept(message.indices, message.accepted);
      case 'acceptRange':
        return record.accept(
          this.#range(message, ['described']).map(({ index }) => index),
          message.accepted,
        );
      case 'askAgain':
        return flows.askAgain(session, message.indices);
      case 'askAgainRange':
        return flows.askAgain(
          session,
          this.#range(message, ['described', 'failed']).map(({ index }) => index),
        );
      case 'copyRange':
        return this.#copyRows(message.form, this.#range(message, ['described']));
      case 'editCaptions':
        return flows.editCaptions(
          session,
          record.rows.map(({ index }) => index),
        );
      case 'editCaptionsRange':
        return flows.editCaptions(
          session,
          this.#range(message, ['described']).map(({ index }) => index),
        );
      case 'setColumnWidths':
        return this.#parts.columnWidths.set(message.widths);
      case 'compare':
        return flows.compare(session);
      case 'choose':
        return flows.choose(session, message.side);
      case 'export':
        return flows.export(session);
      case 'openRun':
        await this.#parts.openRun(message.id);
        return;
      case 'openPicture':
        return this.#withPicture(message.index, 'vscode.open');
      case 'revealPicture':
        return this.#withPicture(message.index, 'revealInExplorer');
      case 'copyText':
        await vscode.env.clipboard.writeText(message.text);
        return this.announce(t('Copied'));
    }
  }

  /** The rows of a selection that are in one of these states, in the order of the run. */
  #range(
    { filter, search, sort, first, last }: RangeMessage,
    states: readonly RunRow['state'][],
  ): readonly RunRow[] {
    const { rows } = this.#parts.session.record;
    const [from, to] = [rows[first], rows[last]];
    if (from === undefined || to === undefined) return [];
    const selected = rowsBetween(this.#feed.passing(filter, search), [from, to], sort);
    return selected.filter(({ state }) => states.includes(state));
  }

  async #copyRows(form: CopiedForm, rows: readonly RunRow[]): Promise<void> {
    if (rows.length > mostCopied)
      return this.announce(
        t('At most {mostCopied} images can be copied. Use Export instead.', { mostCopied }),
      );
    if (rows.length === 0) return this.announce(t('No selected image is described'));
    const { record } = this.#parts.session;
    const { title, question } = record;
    const copied = {
      title,
      question,
      rows,
      description: (index: number) => record.description(index),
      descriptions: (indices: readonly number[]) => record.descriptions(indices),
    };
    await vscode.env.clipboard.writeText(await copiedRows(form, copied));
    this.announce(counted(rows.length, '{count} description copied', '{count} descriptions copied'));
  }

  async #withPicture(index: number, command: 'vscode.open' | 'revealInExplorer'): Promise<void> {
    const row = this.#parts.session.record.rows[index];
    if (row === undefined) return;
    await vscode.commands.executeCommand(command, vscode.Uri.parse(row.picture.location, true));
  }

  async #sendThumbnails(indices: readonly number[]): Promise<void> {
    if (!vscode.workspace.isTrusted) return;
    const wanted = indices.flatMap(index => this.#parts.session.record.rows[index] ?? []);
    this.#thumbnails.keepOnly(new Set(wanted.map(({ picture }) => picture.location)));
    // What was asked for last is made first: the first row seen is to be the first shown.
    await Promise.all(
      wanted.toReversed().map(async ({ index, picture }) => {
        const made = await this.#thumbnails.get(picture.location);
        if (made !== undefined) this.#sendPicture('thumbnail', index, made);
      }),
    );
  }

  async #sendPreview(index: number): Promise<void> {
    const row = this.#parts.session.record.rows[index];
    if (row === undefined || !vscode.workspace.isTrusted) return;
    const { location } = row.picture;
    this.#previews.keepOnly(new Set([location]));
    const made = await this.#previews.get(location);
    if (made !== undefined) this.#sendPicture('preview', index, made);
  }

  #sendPicture(type: 'thumbnail' | 'preview', index: number, { dataUrl }: Thumbnail): void {
    this.#panel.post({ type, index, ...present({ dataUrl }) });
  }
}

function thumbnails({ side, most }: typeof small, atOnce: number): Thumbnails {
  return new Thumbnails({
    read: location => editorPictureFiles.read(location),
    make: bytes => makeThumbnail(bytes, side),
    most,
    atOnce,
  });
}

/** `lakeside · gpt-4.1-mini`: which of several runs of a folder it is. */
function tabTitle({ title, model }: RunView): string {
  return [title, model].filter(Boolean).join(' · ');
}
