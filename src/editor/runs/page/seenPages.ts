import * as vscode from 'vscode';
import { views } from '../../../contributions.ts';

/**
 * The pages of runs that are seen in the window as it opens. The editor brings them back one after the other; one behind
 * another tab comes back only when it is shown.
 */
export class SeenPages {
  #awaited = vscode.window.tabGroups.all.filter(({ activeTab }) => isRunPage(activeTab)).length;
  readonly #settled = Promise.withResolvers<undefined>();
  readonly #listener = vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
    for (const tab of closed) if (isRunPage(tab)) this.oneIsBack();
  });

  constructor() {
    this.#look();
  }

  /** Resolves once each of them is back, or was closed. */
  get settled(): Promise<unknown> {
    return this.#settled.promise;
  }

  /** A page has its run again, or has gone. */
  oneIsBack(): void {
    this.#awaited -= 1;
    this.#look();
  }

  #look(): void {
    if (this.#awaited > 0) return;
    this.#listener.dispose();
    this.#settled.resolve(undefined);
  }
}

/** The editor puts something of its own before the name of a page's kind. */
function isRunPage(tab: vscode.Tab | undefined): boolean {
  return tab?.input instanceof vscode.TabInputWebview && tab.input.viewType.endsWith(views.run);
}
