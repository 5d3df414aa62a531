import path from 'node:path';
import * as vscode from 'vscode';
import { present } from '../../base/present.ts';
import { runPageStateSchema } from '../../protocol/run.ts';
import type { RunStore, RunSummary } from '../../runs/runRecord.ts';
import { openRunStore } from '../../runs/store/openRunStore.ts';
import { showError } from '../errorMessage.ts';
import type { Log } from '../log.ts';
import type { ModelAsker } from '../models/modelAsker.ts';
import type { ModelChoice } from '../models/modelChoice.ts';
import type { ProviderRegistry } from '../models/providerRegistry.ts';
import { affects, changedSetting, readSetting } from '../settings.ts';
import { requireTrust } from '../trust.ts';
import { chosenFiles } from './chosenFiles.ts';
import { editorPictureFiles } from './files/editorPictureFiles.ts';
import { priceOf } from './flows/askPrice.ts';
import { chooseRun, type RunList } from './flows/chooseRun.ts';
import { chooseScope, scopeOf } from './flows/chooseScope.ts';
import { exportRunFlow } from './flows/exportRun.ts';
import { offerInterrupted } from './flows/offerInterrupted.ts';
import { runFlows } from './flows/runFlows.ts';
import { scanScope } from './flows/scanScope.ts';
import { OpenRuns } from './openRuns.ts';
import { RunBatches } from './runBatches.ts';
import { RunMemento } from './runMemento.ts';
import { questionFromSettings, RunQuestions } from './runQuestions.ts';
import { RunSamples } from './runSamples.ts';
import type { RunSession } from './runSession.ts';
import { countRows } from './runView.ts';
import { removeText } from './runText.ts';
import { showInformation, showWarning } from '../dialogs/messages.ts';

/** What folder runs work with. */
export interface RunsParts {
  providers: ProviderRegistry;
  choice: ModelChoice;
  asker: ModelAsker;
  log: Log;
}

/** What the commands of folder runs do, with the runs that are kept for this folder. */
export class RunCommands {
  readonly #parts: RunsParts;
  readonly #store: RunStore;
  readonly #notes: RunMemento;
  readonly #samples: RunSamples;
  readonly #batches: RunBatches;
  readonly #open: OpenRuns;
  readonly #export: (session: RunSession) => Promise<void>;
  readonly #listeners: vscode.Disposable;

  constructor(context: vscode.ExtensionContext, parts: RunsParts) {
    this.#parts = parts;
    // A window without a folder has no storage of its own.
    const folder = context.storageUri ?? vscode.Uri.joinPath(context.globalStorageUri, 'no-folder');
    const { fsPath } = vscode.Uri.joinPath(folder, 'runs');
    this.#store = openRunStore(fsPath, { report: message => parts.log.warn(message) });
    this.#notes = new RunMemento(context.workspaceState);
    const { version } = context.extension.packageJSON as { version: unknown };
    this.#export = session => exportRunFlow(session.record, String(version), context.workspaceState);
    this.#samples = new RunSamples(this.#store, this.#notes, parts.log);
    const questions = new RunQuestions(parts.providers, parts.asker);
    this.#batches = new RunBatches({
      questions,
      asker: parts.asker,
      folder: path.join(fsPath, 'runs'),
      timeoutMs: () => readSetting('requestTimeout') * 1000,
      retries: () => changedSetting('maxRetries'),
      onKnown: () => this.#open.settingsChanged(),
    });
    this.#open = new OpenRuns({
      extensionUri: context.extensionUri,
      store: this.#store,
      samples: this.#samples,
      batches: this.#batches,
      flows: runFlows({
        ...parts,
        memory: context.globalState,
        questions,
        samples: this.#samples,
        export: this.#export,
      }),
      session: {
        notes: this.#notes,
        files: editorPictureFiles,
        prepare: (question, signal) => questions.prepare(question, signal),
        askBy: question => questions.askBy(question),
        most: () => readSetting('runs.concurrency'),
        retries: () => changedSetting('maxRetries'),
        priceOf,
        providerName: question => questions.providerName(question),
        batchPossible: question => vscode.workspace.isTrusted && this.#batches.possible(question),
        openBatches: (...opened) => this.#batches.open(...opened),
        keptIn: 'in the editor’s storage for this folder',
      },
      log: parts.log,
    });
    this.#listeners = vscode.workspace.onDidChangeConfiguration(event => {
      if (affects(event, 'runs.prices', 'runs.concurrency', 'providers')) this.#open.settingsChanged();
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
    await this.#open.show(record.id, { record });
    return record.id;
  }

  /** Shows a run that is there already: the one with this id, or one that the person chooses. */
  async resume(id: unknown): Promise<void> {
    const chosen =
      typeof id === 'string' ? id : (await this.#choose('Resume Run', run => this.#remove(run)))?.id;
    if (chosen !== undefined) await this.#open.show(chosen);
  }

  async export(id: unknown): Promise<void> {
    const chosen = (await this.#named(id)) ?? (await this.#choose('Export Run'))?.id;
    if (chosen === undefined) return;
    const { session } = await this.#open.get(chosen);
    await this.#export(session);
    await this.#open.closeIfIdle(chosen);
  }

  /** Removes the run with this id or that of the active page, else those that the person chooses, one after the other. */
  async remove(id: unknown): Promise<void> {
    const named = await this.#named(id);
    if (named !== undefined) {
      const run = (await this.#store.list()).find(one => one.id === named);
      if (run !== undefined) await this.#remove(run);
      return;
    }
    for (;;) {
      const run = await this.#choose('Remove Run');
      if (run === undefined) return;
      await this.#remove(run);
    }
  }

  async pause(): Promise<void> {
    const session = await this.#working();
    session?.pause();
    if (session?.isBatch === true && session.phase === 'running')
      void showInformation('A batch cannot be paused, only cancelled.');
  }

  async cancel(): Promise<void> {
    await (await this.#working())?.cancel();
  }

  /** Gives a page that the editor brings back after a reload its run again. */
  async revive(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    try {
      await this.#open.show(runPageStateSchema.parse(state).run, { panel });
    } catch (error) {
      // A page that cannot be filled would be an empty tab.
      panel.dispose();
      await showError(error, 'The page of a run could not be restored');
    }
  }

  /** Offers the runs that worked when the window went and at which nobody works now. */
  async offerInterrupted(): Promise<void> {
    const atWork = await this.#open.idsAtWork();
    const left = this.#notes.interrupted.filter(({ id }) => !atWork.has(id));
    await offerInterrupted(left, id => this.#batches.has(id));
  }

  /** Stops what runs, and lets go of the files. */
  async close(): Promise<void> {
    this.#listeners.dispose();
    await this.#open.close();
  }

  /** The run that a command was called with, else that of the active page. */
  async #named(id: unknown): Promise<string | undefined> {
    return typeof id === 'string' ? id : (await this.#open.active())?.record.id;
  }

  #choose(title: string, remove?: RunList['remove']): Promise<RunSummary | undefined> {
    return chooseRun({
      title,
      list: async () => (await this.#store.list()).filter(({ id }) => this.#notes.get(id)?.isSample !== true),
      working: () => this.#open.idsAtWork(),
      ...present({ remove }),
    });
  }

  /** Removes a run, once the person has agreed, with what only it has; its answers stay. */
  async #remove(run: RunSummary): Promise<void> {
    const { id } = run;
    await this.#open.mustNotWork(id);
    const { message, detail } = removeText(run, { withProvider: await this.#batches.has(id) });
    const remove = 'Remove Run';
    if ((await showWarning(message, { modal: true, detail }, remove)) !== remove) return;
    await this.#open.letGo(id);
    await this.#samples.removeBeside(id);
    await this.#store.remove(id);
    await this.#notes.remove(id);
  }

  /** The run that a command without a name means, where one is at work. */
  async #working(): Promise<RunSession | undefined> {
    const working = await this.#open.working();
    if (working === undefined) void showInformation('No run is in progress.');
    return working;
  }
}
