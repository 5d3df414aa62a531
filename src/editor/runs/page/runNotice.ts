import { t } from '../../../base/l10n.ts';
import { onAbort } from '../../../base/onAbort.ts';
import { doneText } from '../../../base/doneText.ts';
import * as vscode from 'vscode';
import { commands } from '../../../contributions.ts';
import { knownAnswersText } from '../../../runs/running/sharedAnswersText.ts';
import { failureText, progressText } from '../../../runs/progressText.ts';
import { showError } from '../../errorMessage.ts';
import { throttle } from '../../../base/throttle.ts';
import type { RunSession } from '../runSession.ts';
import type { RunEnded } from '../runSessionParts.ts';
import { countRows } from '../runView.ts';
import { showInformation, showWarning } from '../../dialogs/messages.ts';
import { withProgress, type Progress } from '../../dialogs/progress.ts';
import { statusEntry, type StatusEntry } from '../../dialogs/statusEntry.ts';

/** Milliseconds between two words on how far a run is; the page has the same pause, so that both say the same. */
const pauseMs = 250;

/**
 * Milliseconds that a run works out of view before a notification says so. One that ends sooner says only that: the editor
 * keeps a notification of progress for most of a second, and shows no more than three new ones in that time.
 */
const noticeDelayMs = 1000;

/** What is told of a run as long as it works. */
export interface Following {
  dispose: () => void;
  /** Its page came into view, or went out of it. */
  pageChanged: () => void;
}

/**
 * Tells in the status bar how a run goes as long as it works, and in a notification while its page is not in view.
 * @param isSeen Whether the page is visible now.
 */
export function followRun(session: RunSession, isSeen: () => boolean): Following {
  const { record } = session;
  let notice: RunNotice | undefined;
  let noticeTimer: ReturnType<typeof setTimeout> | undefined;
  let entry: StatusEntry | undefined;

  const endNotice = (): void => {
    clearTimeout(noticeTimer);
    noticeTimer = undefined;
    notice?.end();
    notice = undefined;
  };
  const beginNotice = (): void => {
    notice = new RunNotice(record.title, () => void session.cancel());
    report();
  };
  const report = (): void => {
    const { phase, counts, rate, secondsLeft, message, waitSeconds, looked } = session.view();
    const isRunning = phase === 'running';
    const isTold = isRunning && !isSeen();
    const howFar = progressText({ ...counts, rate, secondsLeft });
    if (isTold) noticeTimer ??= setTimeout(beginNotice, noticeDelayMs);
    notice?.report(
      [
        howFar,
        looked === undefined ? undefined : t('Checking for changed images'),
        message,
        waitSeconds === undefined ? undefined : t('Continues automatically'),
      ],
      (counts.described + counts.failed) / counts.all,
    );
    if (!isTold) endNotice();
    if (!isRunning && phase !== 'paused') {
      entry?.hide();
      return;
    }
    entry ??= runEntry(record.id);
    entry.show({
      icon: isRunning ? 'sync~spin' : 'debug-pause',
      words: doneText(counts),
      tooltip: [
        isRunning
          ? t('Sightline: {run}', { run: record.title })
          : t('Sightline: {run}, paused', { run: record.title }),
        howFar,
        ...(message === undefined ? [] : [message]),
      ].join('\n'),
    });
  };

  const telling = throttle(pauseMs, report);
  let phase = session.phase;
  const listener = session.onChange(() => {
    // What begins and ends is told at once.
    if (session.phase !== phase) {
      phase = session.phase;
      report();
    } else telling();
  });
  return {
    pageChanged: report,
    dispose: () => {
      listener.dispose();
      telling.stop();
      endNotice();
      entry?.dispose();
    },
  };
}

/** A notification with a progress bar and Cancel. */
class RunNotice {
  readonly #end = Promise.withResolvers<undefined>();
  #progress: Progress | undefined;
  #share = 0;
  #last: { words: string; share: number } | undefined;

  constructor(title: string, cancel: () => void) {
    void withProgress(t('Describing {title}', { title }), (progress, signal) => {
      this.#progress = progress;
      const stopListening = onAbort(signal, cancel);
      this.#report();
      return this.#end.promise.finally(stopListening);
    });
  }

  report(sentences: readonly (string | undefined)[], share: number): void {
    this.#last = { words: inOne(sentences), share };
    this.#report();
  }

  end(): void {
    this.#end.resolve(undefined);
  }

  #report(): void {
    if (this.#last === undefined || this.#progress === undefined) return;
    const { words, share } = this.#last;
    this.#progress.report({ message: words, increment: (share - this.#share) * 100 });
    this.#share = share;
  }
}

/** Sentences after each other, of which some end without a stop. */
function inOne(sentences: readonly (string | undefined)[]): string {
  return sentences.flatMap(sentence => (sentence ? [sentence.replace(/\.$/, '')] : [])).join('. ');
}

function runEntry(id: string): StatusEntry {
  return statusEntry({
    id: 'sightline.run',
    name: t('Sightline Run'),
    command: { command: commands.resumeRun, title: t('Show Run'), arguments: [id] },
    alignment: vscode.StatusBarAlignment.Left,
  });
}

/** What the person can do at the end of a run. */
export interface EndActions {
  show: () => void;
  showFailures: () => void;
  retryFailed: () => Promise<void>;
  resume: () => Promise<void>;
  resumeAsBatch: () => Promise<void>;
  export: () => Promise<void>;
}

/** Failures that the report names. */
const mostNamed = 3;

/**
 * Says how a run ended, and offers what comes next. Where its page is in view, that says it already.
 * @param isSeen Whether the page is visible.
 */
export async function reportEnd(
  session: RunSession,
  ended: RunEnded,
  { isSeen, ...actions }: EndActions & { isSeen: boolean },
): Promise<void> {
  const { record } = session;
  const counts = countRows(record);
  const { described, failed, retryable } = counts;
  if (ended.failure !== undefined) {
    await showError(ended.failure, t('The run of “{record}” stopped', { record: record.title }));
    return;
  }
  if (isSeen) return;
  const words = `${record.title}: ${doneText(counts)}.`;
  const isCapReached = ended.ending === 'capReached';
  const goesOn = ended.ending !== 'done' && !isCapReached;
  const buttons: Record<string, () => void | Promise<void>> = {
    // Where the cap is raised: before that it would only stop again.
    ...(isCapReached ? { 'Show Run': actions.show } : {}),
    ...(failed === 0 ? {} : { 'Show Failures': actions.showFailures }),
    ...(retryable === 0 ? {} : { [t('Retry {retryable}', { retryable })]: actions.retryFailed }),
    // First the way that it was asked: one by one it costs more.
    ...(goesOn && session.isBatch ? { 'Resume as Batch': actions.resumeAsBatch } : {}),
    ...(goesOn ? { 'Resume Run': actions.resume } : {}),
    ...(described === 0 || ended.ending !== 'done' ? {} : { 'Export…': actions.export }),
  };
  const failures = record.rows.flatMap(({ picture, failure, state }) =>
    state === 'failed' && failure !== undefined ? [{ name: picture.name, message: failure.message }] : [],
  );
  const details = [
    words,
    knownAnswersText(counts.shared),
    failureText(failures, mostNamed),
    isCapReached ? session.view().message : undefined,
  ].filter(Boolean);
  const show = failed > 0 || isCapReached ? showWarning : showInformation;
  const choice = await show(details.join(' '), ...Object.keys(buttons));
  if (choice !== undefined) await buttons[choice]?.();
}
