import { t } from '../../base/l10n.ts';
import * as vscode from 'vscode';
import { commands } from '../../contributions.ts';
import type { ListEntryView, ListSource } from '../dialogs/listView.ts';
import { listedRunView, type ListedRun } from './listedRun.ts';

/** A run in the view; `run` is what its commands are about. */
interface RunElement extends ListedRun {
  run: string;
}

/** What the view shows. */
export interface RunTreeParts {
  /** The runs of this folder, the newest first. */
  list: () => Promise<readonly ListedRun[]>;
  /** Calls when the list may be another one, now and then while runs work; returns what ends it. */
  onChange: (listener: () => void) => () => void;
}

/** The runs of this folder as a list. What it holds is asked for when it is shown first. */
export class RunTree implements ListSource<RunElement> {
  readonly #parts: () => Promise<RunTreeParts>;
  readonly #changed = new vscode.EventEmitter<undefined>();
  #unsubscribe: (() => void) | undefined;
  readonly onDidChange = this.#changed.event;

  constructor(parts: () => Promise<RunTreeParts>) {
    this.#parts = parts;
  }

  readonly entries = async (): Promise<RunElement[]> => {
    const { list, onChange } = await this.#parts();
    this.#unsubscribe ??= onChange(() => this.#changed.fire(undefined));
    const runs = await list();
    // Until it is known that there are none, no welcome takes the place of the list, nor the focus, which would go with it.
    await vscode.commands.executeCommand('setContext', 'sightline.noRuns', runs.length === 0);
    return runs.map(one => ({ ...one, run: one.summary.id }));
  };

  readonly view = (element: RunElement): ListEntryView => {
    const { title, model } = element.summary;
    const { icon, counts, detail } = listedRunView(element);
    return {
      id: element.run,
      label: title,
      description: [counts, model].filter(Boolean).join(' · '),
      tooltip: [title, counts, detail].join('\n'),
      icon: element.isAtWork ? `${icon}~spin` : icon,
      contextValue: element.isAtWork ? 'runAtWork' : element.isResumable ? 'runResumable' : 'run',
      command: { command: commands.resumeRun, title: t('Open Run'), arguments: [{ run: element.run }] },
    };
  };

  dispose(): void {
    this.#unsubscribe?.();
    this.#changed.dispose();
  }
}
