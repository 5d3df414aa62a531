import { editorModelsProvider } from '../editorModels/editorModelsProvider.ts';
import path from 'node:path';
import * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import { present } from '../../base/present.ts';
import { runPageStateSchema, type ColumnWidths, type RowAction } from '../../protocol/run.ts';
import type { RunStore, RunSummary } from '../../runs/runRecord.ts';
import { sharingTroubleText } from '../../runs/running/sharedAnswersText.ts';
import { openRunStore } from '../../runs/store/openRunStore.ts';
import type { Account } from '../credentials/account.ts';
import { showError, showTrouble } from '../errorMessage.ts';
import type { Log } from '../log.ts';
import type { ModelAsker } from '../models/modelAsker.ts';
import type { ModelChoice } from '../models/modelChoice.ts';
import type { ProviderRegistry } from '../models/providerRegistry.ts';
import type { PromptSources } from '../prompt/offeredPrompts.ts';
import { affects, changedSetting, readSetting } from '../settings.ts';
import { requireTrust } from '../trust.ts';
import { Emitter } from '../../base/emitter.ts';
import { throttle } from '../../base/throttle.ts';
import { showInputBox } from '../dialogs/quickInput.ts';
import type { RunTreeParts } from './runTree.ts';
import { chosenFiles } from './chosenFiles.ts';
import { editorPictureFiles } from './files/editorPictureFiles.ts';
import { editorPictureReader } from './files/editorPictureReader.ts';
import { priceOf } from './flows/askPrice.ts';
import { chooseRun, type RunList } from './flows/chooseRun.ts';
import { chooseScope, scopeOf, type Scope } from './flows/chooseScope.ts';
import { exportRunFlow } from './flows/exportRun.ts';
import { offerInterrupted } from './flows/offerInterrupted.ts';
import { runFlows } from './flows/runFlows.ts';
import { scanScope } from './flows/scanScope.ts';
import { OpenRuns } from './openRuns.ts';
import { RunBatches } from './runBatches.ts';
import { RunMemento, type EarlierRun } from './runMemento.ts';
import { questionFromSettings, RunQuestions } from './runQuestions.ts';
import { RunSamples } from './runSamples.ts';
import type { RunSession } from './runSession.ts';
import { countRows } from './runView.ts';
import { removeText } from './runText.ts';
import { teamSharing, type SharingAccount } from './teamSharing.ts';
import { runsFolder } from './runsFolder.ts';
import { showInformation, showWarning } from '../dialogs/messages.ts';

/** What folder runs work with. */
export interface RunsParts {
  providers: ProviderRegistry;
  choice: ModelChoice;
  asker: ModelAsker;
  prompts: PromptSources;
  account: SharingAccount & Pick<Account, 'onDidChange'>;
  log: Log;
}

/** Milliseconds between two looks at the list of runs while they work. */
const pauseMs = 1000;

/** Characters of a run's name that are kept. */
const longestTitle = 200;

/** The name under which the editor's memory has the widths of columns. */
const widthsKey = 'runColumnWidths';

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
  readonly #runs = new Emitter();
  readonly #changed = throttle(pauseMs, () => this.#runs.fire());

  constructor(context: vscode.ExtensionContext, parts: RunsParts) {
    this.#parts = parts;
    const folder = runsFolder(context);
    this.#store = openRunStore(folder, { report: message => parts.log.warn(message) });
    this.#notes = new RunMemento(context.workspaceState);
    const { version } = context.extension.packageJSON as { version: unknown };
    this.#export = session => exportRunFlow(session.record, String(version), context.workspaceState);
    this.#samples = new RunSamples(this.#store, this.#notes, parts.log);
    const questions = new RunQuestions(parts.providers, parts.asker);
    this.#batches = new RunBatches({
      questions,
      asker: parts.asker,
      folder: path.join(folder, 'runs'),
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
        reader: editorPictureReader,
        prepare: (question, signal) => questions.prepare(question, signal),
        askBy: question => questions.askBy(question),
        // Their limits are those of a person who types.
        most: ({ provider }) => (provider === editorModelsProvider.id ? 1 : readSetting('runs.concurrency')),
        retries: () => changedSetting('maxRetries'),
        priceOf,
        providerName: question => questions.providerName(question),
        batchPossible: question => vscode.workspace.isTrusted && this.#batches.possible(question),
        openBatches: (...opened) => this.#batches.open(...opened),
        sharing: teamSharing(parts.account, {
          isOn: () => readSetting('runs.sharedAnswers'),
          tell: trouble => void showTrouble(trouble, sharingTroubleText),
        }),
        keptIn: t('in the editor’s storage for this folder'),
      },
      columnWidths: {
        get: () => context.globalState.get<ColumnWidths>(widthsKey, {}),
        set: async widths => context.globalState.update(widthsKey, widths),
      },
      onChange: this.#changed,
      log: parts.log,
    });
    this.#listeners = vscode.Disposable.from(
      vscode.workspace.onDidChangeConfiguration(event => {
        if (affects(event, 'runs.prices', 'runs.concurrency', 'runs.sharedAnswers', 'providers'))
          this.#open.settingsChanged();
      }),
      parts.account.onDidChange(() => this.#open.settingsChanged()),
    );
  }

  /** Makes a run of what the command was called on, or of what the person chooses; says its id. */
  async describe(clicked: unknown, selected: unknown): Promise<string | undefined> {
    if (!(await requireTrust())) return undefined;
    const chosen = chosenFiles(clicked, selected);
    const scope = chosen === undefined ? await chooseScope() : scopeOf(chosen);
    if (scope === undefined) return undefined;
    const scan = await scanScope(scope);
    if (scan === undefined) return undefined;
    const known = scopeKey(scope);
    const earlier = (await this.#list()).find(({ id, title }) => {
      const { scope: ofOther } = this.#notes.get(id) ?? {};
      // Of runs of older versions nothing but the title is known.
      return ofOther === undefined ? title === scope.title : ofOther === known;
    });
    const record = await this.#store.create({
      title: scope.title,
      question: questionFromSettings(this.#parts.choice.current()),
      ...scan,
    });
    await this.#notes.set(record.id, {
      title: record.title,
      reused: countRows(record).described,
      scope: known,
      ...(earlier === undefined ? {} : { earlier: earlierOf(earlier) }),
    });
    await this.#open.show(record.id, { record });
    this.#changed();
    return record.id;
  }

  /** Shows a run that is there already: the one with this id, or one that the person chooses. */
  async resume(id: unknown): Promise<void> {
    const chosen = runIdOf(id) ?? (await this.#choose(t('Resume Run'), run => this.#remove(run)))?.id;
    if (chosen !== undefined) await this.#open.show(chosen);
  }

  /** Shows a run and goes on with it, as it was asked before. */
  async continue(id: unknown): Promise<void> {
    const named = await this.#named(id);
    if (named === undefined || !(await requireTrust())) return;
    await this.#open.show(named);
    const { session } = await this.#open.get(named);
    await (session.isBatch ? session.startBatch() : session.start());
  }

  /** Asks what the run with this id, that of the active page, or one that is chosen, is to be called. */
  async rename(id: unknown): Promise<void> {
    const named = (await this.#named(id)) ?? (await this.#choose(t('Rename Run')))?.id;
    if (named === undefined) return;
    const { session } = await this.#open.get(named);
    try {
      const title = await showInputBox({
        title: t('Rename Run'),
        prompt: t('Name of the run'),
        value: session.record.title,
        validateInput: text => (text.trim() === '' ? t('Enter a name.') : undefined),
      });
      if (title !== undefined) await session.rename(title.trim().slice(0, longestTitle));
    } finally {
      await this.#open.closeIfIdle(named);
    }
    this.#changed();
  }

  /** The runs of this folder for a view, and when they change. */
  get tree(): RunTreeParts {
    return {
      list: async () => {
        const [runs, atWork] = [await this.#list(), await this.#open.idsAtWork()];
        return runs.map(summary => {
          const { id, counts } = summary;
          const isAtWork = atWork.has(id);
          const isLeft = counts.described + counts.failed < counts.all;
          const isStarted = this.#notes.get(id)?.started === true;
          return { summary, isAtWork, isResumable: isStarted && isLeft && !isAtWork };
        });
      },
      onChange: listener => this.#runs.listen(listener),
    };
  }

  async export(id: unknown): Promise<void> {
    const chosen = (await this.#named(id)) ?? (await this.#choose(t('Export Run')))?.id;
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
      const run = await this.#choose(t('Remove Run'));
      if (run === undefined) return;
      await this.#remove(run);
    }
  }

  /** Does something with the selected rows of a page. @param menu What the page says of where its menu was opened. */
  async act(menu: unknown, action: RowAction): Promise<void> {
    const id = runIdOf(menu);
    if (id !== undefined) await this.#open.act(id, action);
  }

  async pause(): Promise<void> {
    const session = await this.#working();
    session?.pause();
    if (session?.isBatch === true && session.phase === 'running')
      void showInformation(t('A batch cannot be paused, only cancelled.'));
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
      await showError(error, t('The page of a run could not be restored'));
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
    this.#changed.stop();
  }

  /** The run that a command was called with, else that of the active page. */
  async #named(id: unknown): Promise<string | undefined> {
    return runIdOf(id) ?? (await this.#open.active())?.record.id;
  }

  /** The person's own runs, the newest first. */
  async #list(): Promise<RunSummary[]> {
    return (await this.#store.list()).filter(({ id }) => this.#notes.get(id)?.isSample !== true);
  }

  #choose(title: string, remove?: RunList['remove']): Promise<RunSummary | undefined> {
    return chooseRun({
      title,
      list: () => this.#list(),
      working: () => this.#open.idsAtWork(),
      ...present({ remove }),
    });
  }

  /** Removes a run, once the person has agreed, with what only it has; its answers stay. */
  async #remove(run: RunSummary): Promise<void> {
    const { id } = run;
    await this.#open.mustNotWork(id);
    const { message, detail } = removeText(run, { withProvider: await this.#batches.has(id) });
    const remove = t('Remove Run');
    if ((await showWarning(message, { modal: true, detail }, remove)) !== remove) return;
    await this.#open.letGo(id);
    await this.#samples.removeBeside(id);
    await this.#store.remove(id);
    await this.#notes.remove(id);
    for (const { id: other } of await this.#store.list())
      if (this.#notes.get(other)?.earlier?.id === id) await this.#notes.set(other, { earlier: undefined });
    this.#open.settingsChanged();
    this.#changed();
  }

  /** The run that a command without a name means, where one is at work. */
  async #working(): Promise<RunSession | undefined> {
    const working = await this.#open.working();
    if (working === undefined) void showInformation(t('No run is in progress.'));
    return working;
  }
}

/** The run that a command was called on: by its id, or by an item of a list or a page that names it as its `run`. */
function runIdOf(called: unknown): string | undefined {
  if (typeof called === 'string') return called;
  return runPageStateSchema.safeParse(called).data?.run;
}

/** What a run is made of, as a note keeps it: two runs of the same are told by it. */
function scopeKey({ starts, pattern }: Scope): string {
  return JSON.stringify([starts.map(String).sort(), pattern ?? '']);
}

function earlierOf({ id, model, createdAt, counts }: RunSummary): EarlierRun {
  return { id, model, createdAt, counts };
}
