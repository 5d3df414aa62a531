import { t } from '../../base/l10n.ts';
import * as vscode from 'vscode';
import { views } from '../../contributions.ts';
import { mostRuns, parseTrainingPageMessage, type TrainingHostMessage } from '../../protocol/training.ts';
import { showError } from '../errorMessage.ts';
import type { Log } from '../log.ts';
import { pageHtml, panelResourceRoots } from '../pageHtml.ts';
import { editorHint } from '../remedyButtons.ts';
import { watchTraining, type TrainingWatchParts } from './trainingWatch.ts';

/** What a page of training runs is made of. */
export interface TrainingPanelParts {
  extensionUri: vscode.Uri;
  client: TrainingWatchParts['client'];
  /** Asks for another run beside those shown; `undefined` where the person turned away. */
  chooseAnother: (shown: readonly string[]) => Promise<string | undefined>;
  /** Opens the service's page of these runs. */
  openInBrowser: (runIds: readonly string[]) => Promise<void>;
  log: Log;
}

/** A page with the curves of one training run, and of those that it is compared with: up to date as long as it is seen. */
export class TrainingPanel {
  readonly #panel: vscode.WebviewPanel;
  readonly #parts: TrainingPanelParts;
  #runIds: readonly string[];
  #shown: TrainingHostMessage = { type: 'runs', runs: [] };
  #watch: AbortController | undefined;

  constructor(parts: TrainingPanelParts, run: { runId: string; name: string }) {
    this.#parts = parts;
    this.#runIds = [run.runId];
    const { extensionUri, log } = parts;
    this.#panel = vscode.window.createWebviewPanel(views.training, run.name, vscode.ViewColumn.Active);
    const { webview } = this.#panel;
    this.#panel.iconPath = vscode.Uri.joinPath(extensionUri, 'media', 'icon.svg');
    webview.options = { enableScripts: true, localResourceRoots: panelResourceRoots(extensionUri) };
    webview.onDidReceiveMessage((data: unknown) => {
      const message = parseTrainingPageMessage(data);
      if (message === undefined)
        return log.warn('The page of training runs sent an invalid message; it was ignored.');
      if (message.type === 'ready') return this.#begin();
      if (message.type === 'remove') return this.#watchThese(this.#runIds.filter(id => id !== message.runId));
      const work = message.type === 'compare' ? this.#compare() : parts.openInBrowser(this.#runIds);
      return work.catch((error: unknown) => showError(error));
    });
    this.#panel.onDidChangeViewState(() => {
      if (!this.#panel.visible) this.#watch?.abort();
    });
    this.#panel.onDidDispose(() => this.#watch?.abort());
    webview.html = pageHtml(webview, extensionUri, {
      script: 'training.js',
      style: 'training.css',
      title: t('Training run'),
    });
  }

  /** A page that comes into view begins anew. */
  #begin(): void {
    if (this.#shown.runs.length > 0) void this.#panel.webview.postMessage(this.#shown);
    this.#watch?.abort();
    const watch = (this.#watch = new AbortController());
    const { client, log } = this.#parts;
    watchTraining(
      {
        client,
        runIds: () => this.#runIds,
        onChange: (runs, failure) => {
          if (watch.signal.aborted) return;
          const hint = failure && editorHint(failure);
          this.#shown = {
            type: 'runs',
            runs: [...runs],
            ...(failure === undefined ? {} : { failure: [failure.message, hint].filter(Boolean).join(' ') }),
          };
          if (runs[0] !== undefined)
            this.#panel.title = runs.length === 1 ? runs[0].name : `${runs[0].name} + ${runs.length - 1}`;
          void this.#panel.webview.postMessage(this.#shown);
        },
      },
      watch.signal,
    ).catch((error: unknown) => log.error('Training runs could not be followed', error));
  }

  async #compare(): Promise<void> {
    const another = await this.#parts.chooseAnother(this.#runIds);
    if (another === undefined || this.#runIds.includes(another) || this.#runIds.length >= mostRuns) return;
    this.#watchThese([...this.#runIds, another]);
  }

  #watchThese(runIds: readonly string[]): void {
    if (runIds.length === 0) return;
    this.#runIds = runIds;
    this.#begin();
  }
}
