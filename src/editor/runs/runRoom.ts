import path from 'node:path';
import * as vscode from 'vscode';
import { runPageStateSchema } from '../../protocol/run.ts';
import type { RunRecord, RunStore } from '../../runs/runRecord.ts';
import { refreshPictures } from '../../runs/scan/refreshPictures.ts';
import { openRunStore } from '../../runs/store/openRunStore.ts';
import { showError } from '../errorMessage.ts';
import { affects, readSetting } from '../settings.ts';
import { requireTrust } from '../trust.ts';
import { chosenFiles } from './chosenFiles.ts';
import { editorPictureFiles } from './files/editorPictureFiles.ts';
import { priceOf } from './flows/askPrice.ts';
import { chooseRun } from './flows/chooseRun.ts';
import { chooseScope, scopeOf } from './flows/chooseScope.ts';
import { exportRunFlow } from './flows/exportRun.ts';
import { runFlows } from './flows/runFlows.ts';
import { scanScope } from './flows/scanScope.ts';
import { followRun, reportEnd } from './page/runNotice.ts';
import { RunPage, type RunFlows } from './page/runPage.ts';
import { RunBatches } from './runBatches.ts';
import { RunNotes } from './runNotes.ts';
import { questionFromSettings, RunQuestions } from './runQuestions.ts';
import { RunSamples } from './runSamples.ts';
import { RunSession } from './runSession.ts';
import { countRows } from './runView.ts';
import type { RunsParts } from './runsParts.ts';

/** A run that is open in this window. */
interface OpenRun {
  session: RunSession;
  page?: RunPage | undefined;
  dispose: () => void;
}

/** Opens the folder runs of this window. */
export function openRunRoom(context: vscode.ExtensionContext, parts: RunsParts): RunRoom {
  return new RunRoom(context, parts);
}

/** The runs of this window: those that are open, and the store of all. */
export class RunRoom {
  readonly #context: vscode.ExtensionContext;
  readonly #parts: RunsParts;
  readonly #store: RunStore;
  readonly #notes: RunNotes;
  readonly #samples: RunSamples;
  readonly #questions: RunQuestions;
  readonly #batches: RunBatches;
  readonly #flows: RunFlows;
  readonly #listeners: vscode.Disposable;
  /** By id; a run that is being opened is among them. */
  readonly #open = new Map<string, Promise<OpenRun>>();
  #last: RunSession | undefined;

  constructor(context: vscode.ExtensionContext, parts: RunsParts) {
    this.#context = context;
    this.#parts = parts;
    // A window without a folder has no storage of its own.
    const folder = context.storageUri ?? vscode.Uri.joinPath(context.globalStorageUri, 'no-folder');
    const { fsPath } = vscode.Uri.joinPath(folder, 'runs');
    this.#store = openRunStore(fsPath, { tell: message => parts.log.warn(message) });
    this.#notes = new RunNotes(context.workspaceState);
    this.#samples = new RunSamples(this.#store, this.#notes, parts.log);
    this.#questions = new RunQuestions(parts.providers, parts.asker);
    this.#batches = new RunBatches({
      questions: this.#questions,
      asker: parts.asker,
      folder: path.join(fsPath, 'runs'),
      timeoutMs: () => readSetting('requestTimeout') * 1000,
      onKnown: () => void this.#each(({ session }) => session.settingsChanged()),
    });
    this.#flows = runFlows({
      ...parts,
      memory: context.globalState,
      questions: this.#questions,
      samples: this.#samples,
      export: session => exportRunFlow(session.record, this.#version),
    });
    this.#listeners = vscode.workspace.onDidChangeConfiguration(event => {
      if (affects(event, 'runs.prices', 'runs.concurrency', 'providers'))
        void this.#each(({ session }) => session.settingsChanged());
    });
  }

  /** Makes a run of what the command was called on, or of what the person chooses; says its id. */
  async describe(clicked: unknown, selected: unknown): Promise<string | undefined> {
    if (!(await requireTrust())) return undefined;
    const chosen = chosenFiles(clicked, selected);
    const scope = chosen === undefined ? await chooseScope() : scopeOf(chosen);
    if (scope === undefined) return undefined;
    const scan = await scanScope(scope, editorPictureFiles);
    if (scan === undefined) return undefined;
    const record = await this.#store.create({
      title: scope.title,
      question: questionFromSettings(this.#parts.choice.current()),
      ...scan,
    });
    await this.#notes.set(record.id, { title: record.title, reused: countRows(record).described });
    await this.show(record.id, record);
    return record.id;
  }

  /** Shows a run that is there already: the one with this id, or one that the person chooses. */
  async resume(id: unknown): Promise<void> {
    const chosen = typeof id === 'string' ? id : await this.#choose('Resume Run');
    if (chosen !== undefined) await this.show(chosen);
  }

  async export(id: unknown): Promise<void> {
    const active = typeof id === 'string' ? id : (await this.#active())?.record.id;
    const chosen = active ?? (await this.#choose('Export Run'));
    if (chosen === undefined) return;
    const { session, page } = await this.#opened(chosen);
    await exportRunFlow(session.record, this.#version);
    if (page === undefined) await this.#closeIfIdle(chosen);
  }

  async pause(): Promise<void> {
    (await this.#working())?.pause();
  }

  async cancel(): Promise<void> {
    await (await this.#working())?.cancel();
  }

  /** Shows the page of a run; opens the run where it is not open. */
  async show(id: string, record?: RunRecord): Promise<RunPage> {
    const open = await this.#opened(id, record);
    if (open.page === undefined) open.page = this.#makePage(id, open.session);
    else open.page.show();
    return open.page;
  }

  /** Gives a page that the editor brings back after a reload its run again. */
  async revive(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    try {
      const { run: id } = runPageStateSchema.parse(state);
      const open = await this.#opened(id);
      if (open.page === undefined) open.page = this.#makePage(id, open.session, panel);
      else panel.dispose();
    } catch (error) {
      // A page that cannot be filled would be an empty tab.
      panel.dispose();
      await showError(error, 'The page of a run could not be opened again');
    }
  }

  /** Stops what runs, and lets go of the files. */
  async close(): Promise<void> {
    this.#listeners.dispose();
    await this.#each(async ({ session, dispose }) => {
      dispose();
      await session.close();
    });
  }

  get #version(): string {
    return String((this.#context.extension.packageJSON as { version: unknown }).version);
  }

  #opened(id: string, record?: RunRecord): Promise<OpenRun> {
    const known = this.#open.get(id);
    if (known !== undefined) return known;
    const opening = this.#openRun(id, record);
    this.#open.set(id, opening);
    opening.catch(() => this.#open.delete(id));
    return opening;
  }

  async #openRun(id: string, created: RunRecord | undefined): Promise<OpenRun> {
    const record = created ?? (await this.#store.open(id));
    if (created === undefined && vscode.workspace.isTrusted)
      await refreshPictures(editorPictureFiles, record);
    const questions = this.#questions;
    const session = new RunSession({
      record,
      notes: this.#notes,
      files: editorPictureFiles,
      prepare: (question, signal) => questions.prepare(question, signal),
      askBy: question => questions.askBy(question),
      most: () => readSetting('runs.concurrency'),
      priceOf,
      providerName: question => questions.providerName(question),
      batchPossible: question => vscode.workspace.isTrusted && this.#batches.possible(question),
      openBatches: (...opened) => this.#batches.open(...opened),
      keptIn: 'in the editor’s storage for this folder',
    });
    await this.#samples.revive(session);
    const following = followRun(session);
    session.onEnd(ended => {
      void reportEnd(session, ended, {
        showFailures: () => void this.show(id).then(page => page.showRows('failed')),
        retryFailed: () => session.askAgain(session.failedRows()),
        resume: () => session.resume(),
        export: () => exportRunFlow(record, this.#version),
      }).catch((error: unknown) => showError(error));
      void this.#closeIfIdle(id);
    });
    session.onChange(() => {
      if (session.isWorking) this.#last = session;
    });
    if (session.hasBatches && vscode.workspace.isTrusted)
      void session.startBatch().catch((error: unknown) => showError(error));
    return { session, dispose: () => void following.dispose() };
  }

  #makePage(id: string, session: RunSession, revived?: vscode.WebviewPanel): RunPage {
    return new RunPage(
      {
        extensionUri: this.#context.extensionUri,
        session,
        flows: this.#flows,
        log: this.#parts.log,
        onClose: () => {
          void this.#open.get(id)?.then(open => {
            open.page = undefined;
            return this.#closeIfIdle(id);
          });
        },
      },
      revived,
    );
  }

  /** Lets go of a run that neither works nor is shown. */
  async #closeIfIdle(id: string): Promise<void> {
    const open = await this.#open.get(id);
    if (open === undefined || open.page !== undefined || open.session.isWorking) return;
    this.#open.delete(id);
    open.dispose();
    await open.session.close();
  }

  async #choose(title: string): Promise<string | undefined> {
    const runs = await this.#store.list();
    const working = new Set<string>();
    await this.#each(({ session }) => {
      if (session.isWorking) working.add(session.record.id);
    });
    return chooseRun(
      runs.filter(({ id }) => this.#notes.get(id)?.isSample !== true),
      title,
      working,
    );
  }

  async #active(): Promise<RunSession | undefined> {
    let active: RunSession | undefined;
    await this.#each(({ session, page }) => {
      if (page?.active === true) active = session;
    });
    return active;
  }

  /** The run that a command without a name means: that of the active page, else the one that works. */
  async #working(): Promise<RunSession | undefined> {
    const active = await this.#active();
    const working =
      active?.isWorking === true ? active : this.#last?.isWorking === true ? this.#last : undefined;
    if (working === undefined) void vscode.window.showInformationMessage('No run is at work.');
    return working;
  }

  async #each(act: (open: OpenRun) => unknown): Promise<void> {
    for (const opening of this.#open.values()) {
      const open = await opening.catch(() => undefined);
      if (open !== undefined) await act(open);
    }
  }
}
