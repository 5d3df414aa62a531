import * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import { SightlineError } from '../../base/errors.ts';
import type { RunRecord, RunStore } from '../../runs/runRecord.ts';
import type { RowAction } from '../../protocol/run.ts';
import { showError } from '../errorMessage.ts';
import type { Log } from '../log.ts';
import { followRun, reportEnd, type Following } from './page/runNotice.ts';
import { RunPage, type KeptWidths, type RunFlows } from './page/runPage.ts';
import type { RunBatches } from './runBatches.ts';
import type { RunSamples } from './runSamples.ts';
import { RunSession } from './runSession.ts';
import type { RunSessionParts } from './runSessionParts.ts';

/** A run that is open in this window. */
export interface RunInWindow {
  session: RunSession;
  page?: RunPage | undefined;
  /** What is told of it beside its page. */
  following: Following;
}

/** What runs are opened with. */
export interface OpenRunsParts {
  extensionUri: vscode.Uri;
  store: RunStore;
  samples: RunSamples;
  flows: RunFlows;
  /** What every session works with. */
  session: Omit<RunSessionParts, 'record'>;
  batches: Pick<RunBatches, 'mark'>;
  columnWidths: KeptWidths;
  /** A run has changed, or is no longer open. */
  onChange: () => void;
  log: Log;
}

/** The runs that are open in this window: opened when one is asked for, let go of when it neither works nor is shown. */
export class OpenRuns {
  readonly #parts: OpenRunsParts;
  /** By id; a run that is being opened is among them. */
  readonly #open = new Map<string, Promise<RunInWindow>>();
  #last: RunSession | undefined;

  constructor(parts: OpenRunsParts) {
    this.#parts = parts;
  }

  /** The run with this id, opened where it is not open. @param record The run, where it was made just now. */
  get(id: string, record?: RunRecord): Promise<RunInWindow> {
    const known = this.#open.get(id);
    if (known !== undefined) return known;
    const opening = this.#openRun(id, record);
    this.#open.set(id, opening);
    opening.catch(() => this.#open.delete(id));
    return opening;
  }

  /** Shows the page of a run. @param panel A page that the editor brings back after a reload. */
  async show(
    id: string,
    { record, panel }: { record?: RunRecord; panel?: vscode.WebviewPanel } = {},
  ): Promise<RunPage> {
    const open = await this.get(id, record);
    if (open.page === undefined) open.page = this.#makePage(id, open.session, panel);
    else if (panel === undefined) open.page.show();
    else panel.dispose();
    open.following.pageChanged();
    return open.page;
  }

  /** Lets go of a run that neither works nor is shown. */
  async closeIfIdle(id: string): Promise<void> {
    const open = await this.#open.get(id);
    if (open !== undefined && open.page === undefined && !open.session.isWorking) await this.letGo(id);
  }

  /** Lets go of a run, and closes its page. @throws {SightlineError} `store` while it is at work. */
  async letGo(id: string): Promise<void> {
    const open = await this.mustNotWork(id);
    if (open === undefined) return;
    this.#open.delete(id);
    open.page?.dispose();
    open.following.dispose();
    await open.session.close();
    this.#parts.onChange();
  }

  /** Gives the run where it is open. @throws {SightlineError} `store` while it is at work. */
  async mustNotWork(id: string): Promise<RunInWindow | undefined> {
    const open = await this.#open.get(id);
    if (open?.session.isWorking === true)
      throw new SightlineError(
        'store',
        t('The run of “{record}” is still in progress.', { record: open.session.record.title }),
        {
          hint: t('Cancel it first.'),
        },
      );
    return open;
  }

  /** Does something with the rows that are selected on a run's page, where that is open. */
  async act(id: string, action: RowAction): Promise<void> {
    (await this.#open.get(id))?.page?.act(action);
  }

  /** Those that are open by now, one after the other. */
  async each(act: (open: RunInWindow) => unknown): Promise<void> {
    for (const opening of this.#open.values()) {
      const open = await opening.catch(() => undefined);
      if (open !== undefined) await act(open);
    }
  }

  /** Prices, or something else that every page shows, have changed. */
  settingsChanged(): void {
    void this.each(({ session }) => session.settingsChanged());
  }

  async idsAtWork(): Promise<Set<string>> {
    const ids = new Set<string>();
    await this.each(({ session }) => {
      if (session.isWorking) ids.add(session.record.id);
    });
    return ids;
  }

  /** The run of the active page. */
  async active(): Promise<RunSession | undefined> {
    let active: RunSession | undefined;
    await this.each(({ session, page }) => {
      if (page?.active === true) active = session;
    });
    return active;
  }

  /** The run that a command without a name means: that of the active page, else the one that worked last. */
  async working(): Promise<RunSession | undefined> {
    const active = await this.active();
    if (active?.isWorking === true) return active;
    return this.#last?.isWorking === true ? this.#last : undefined;
  }

  /** Stops what runs, and lets go of the files. */
  async close(): Promise<void> {
    await this.each(async ({ session, following }) => {
      following.dispose();
      await session.close();
    });
  }

  async #openRun(id: string, created: RunRecord | undefined): Promise<RunInWindow> {
    const { store, samples, flows, batches, session: parts } = this.#parts;
    const record = created ?? (await store.open(id));
    const isWithProvider = await batches.mark(record);
    const session = new RunSession({ ...parts, record });
    await samples.revive(session);
    const following = followRun(session, () => open.page?.visible === true);
    const open: RunInWindow = { session, following };
    session.onEnd(ended => {
      void reportEnd(session, ended, {
        isSeen: open.page?.visible === true,
        show: () => void this.show(id),
        showFailures: () => void this.show(id).then(page => page.showRows('failed')),
        retryFailed: () => this.#with(id, again => again.askAgain(again.retryableRows())),
        resume: () => this.#with(id, again => again.start()),
        resumeAsBatch: () => this.#with(id, again => again.startBatch()),
        export: () => this.#with(id, again => flows.export(again)),
      }).catch((error: unknown) => showError(error));
      void this.closeIfIdle(id);
    });
    session.onChange(() => {
      if (session.isWorking) this.#last = session;
      this.#parts.onChange();
    });
    if (created === undefined && vscode.workspace.isTrusted)
      void session.lookForChanges().catch((error: unknown) => showError(error));
    if (isWithProvider && vscode.workspace.isTrusted)
      void session.startBatch('watch').catch((error: unknown) => showError(error));
    return open;
  }

  /** Does something with a run, which is opened for it where its page was closed meanwhile. */
  async #with(id: string, act: (session: RunSession) => Promise<void>): Promise<void> {
    const { session } = await this.get(id);
    try {
      await act(session);
    } finally {
      await this.closeIfIdle(id);
    }
  }

  #makePage(id: string, session: RunSession, revived: vscode.WebviewPanel | undefined): RunPage {
    const { extensionUri, flows, log, columnWidths } = this.#parts;
    const openRun = (other: string): Promise<unknown> => this.show(other);
    const onClose = async (): Promise<void> => {
      const open = await this.#open.get(id);
      if (open !== undefined) open.page = undefined;
      open?.following.pageChanged();
      await this.closeIfIdle(id);
    };
    const onVisible = (): void => void this.#open.get(id)?.then(({ following }) => following.pageChanged());
    return new RunPage(
      { extensionUri, session, flows, log, columnWidths, openRun, onVisible, onClose: () => void onClose() },
      revived,
    );
  }
}
