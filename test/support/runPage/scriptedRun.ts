import type {
  RowAction,
  RowFilter,
  RowSort,
  RowView,
  RunHostMessage,
  RunPageMessage,
  RunView,
} from '../../../src/protocol/run.ts';

type Window = Extract<RunPageMessage, { type: 'window' }>;

const passes: Record<RowFilter, (row: RowView) => boolean> = {
  all: () => true,
  described: row => row.state === 'described',
  failed: row => row.state === 'failed',
  open: row => row.state !== 'described' && row.state !== 'failed',
  edited: row => row.edited,
  accepted: row => row.accepted,
  unaccepted: row => row.state === 'described' && !row.accepted,
  compared: row => row.other !== undefined,
};

/** The host's side of a run page, by the contract in `src/protocol/run.ts`, over rows in memory. */
export class ScriptedRun {
  readonly rows: RowView[];
  readonly posted: RunPageMessage[] = [];
  /** Data URLs that the pictures take in turn; where there are none, pictures cannot be read. */
  pictures: string[] = [];
  /** Milliseconds until an answer. */
  delay = 0;
  #run: RunView;
  #window: Window | undefined;
  #send: (messages: RunHostMessage[]) => void = () => undefined;

  constructor(run: RunView, rows: RowView[]) {
    this.#run = run;
    this.rows = rows;
  }

  /** What the page is sent from now on goes here. */
  connect(send: (messages: RunHostMessage[]) => void): void {
    this.#send = send;
  }

  /** Takes a message of the page, and does what the real host does with it. */
  receive(message: RunPageMessage): void {
    this.posted.push(message);
    const answer = (): void => this.#answer(message);
    if (this.delay > 0) setTimeout(answer, this.delay);
    else answer();
  }

  /** Changes the run and tells the page. */
  changeRun(change: Partial<RunView>): void {
    this.#run = { ...this.#run, ...change };
    this.#send([{ type: 'run', run: this.#view() }]);
  }

  /** Changes rows and tells the page, as far as it sees them. */
  changeRows(indices: readonly number[], change: (row: RowView) => RowView): void {
    for (const index of indices) {
      const row = this.rows[index];
      if (row) this.rows[index] = change(row);
    }
    this.#send([{ type: 'run', run: this.#view() }, ...this.#windowRows()]);
  }

  /** The person chose this in the menu of the rows. */
  act(action: RowAction): void {
    this.#send([{ type: 'act', action }]);
  }

  say(text: string): void {
    this.#send([{ type: 'announcement', text }]);
  }

  #answer(message: RunPageMessage): void {
    switch (message.type) {
      case 'ready':
        return this.#send([{ type: 'run', run: this.#view() }]);
      case 'window':
        this.#window = message;
        return this.#send(this.#windowRows());
      case 'thumbnails':
        return this.#send(message.indices.map(index => this.#picture('thumbnail', index)));
      case 'preview':
        return this.#send([this.#picture('preview', message.index)]);
      case 'setPrivate':
        return (
          this.#run.sharing &&
          this.changeRun({ sharing: { ...this.#run.sharing, isPrivate: message.isPrivate } })
        );
      case 'setPrompt':
        return this.changeRun({ prompt: message.prompt });
      case 'accept':
        return this.changeRows(message.indices, row => ({ ...row, accepted: message.accepted }));
      case 'acceptRange': {
        const { first, last, accepted } = message;
        const passing = this.#passing(message);
        const ends = [first, last].map(end => passing.findIndex(({ index }) => index === end));
        const indices = passing
          .slice(Math.min(...ends), Math.max(...ends) + 1)
          .filter(({ state }) => state === 'described')
          .map(({ index }) => index);
        return this.changeRows(indices, row => ({ ...row, accepted }));
      }
      case 'edit':
        return this.changeRows([message.index], row => ({
          ...row,
          edited: message.text !== undefined,
          text: message.text ?? row.text,
        }));
      case 'setColumnWidths':
        return this.changeRun({ columnWidths: message.widths });
      case 'pause':
        return this.changeRun({ phase: 'paused' });
      case 'resume':
      case 'start':
        return this.changeRun({ phase: 'running' });
      case 'askAgain':
      case 'askAgainRange':
      case 'cancel':
      case 'choose':
      case 'chooseModel':
      case 'choosePrompt':
      case 'chooseSchema':
      case 'compare':
      case 'copyText':
      case 'copyRange':
      case 'editCaptions':
      case 'editCaptionsRange':
      case 'revealPicture':
      case 'estimate':
      case 'export':
      case 'logIn':
      case 'openSharingSetting':
      case 'openPicture':
      case 'openRun':
      case 'retryFailed':
      case 'setCap':
      case 'setPrice':
        // What the editor asks the person about, the test only notes.
        return;
    }
  }

  #picture(type: 'thumbnail' | 'preview', index: number): RunHostMessage {
    const dataUrl = this.pictures[index % this.pictures.length];
    return { type, index, ...(dataUrl !== undefined && { dataUrl }) };
  }

  #passing({ filter, search, sort }: Pick<Window, 'filter' | 'search' | 'sort'>): RowView[] {
    const word = search.toLowerCase();
    const passing = this.rows.filter(
      row => passes[filter](row) && `${row.name}\n${row.text ?? ''}`.toLowerCase().includes(word),
    );
    return sort ? passing.sort((one, other) => compared(one, other, sort)) : passing;
  }

  #windowRows(): RunHostMessage[] {
    if (!this.#window) return [];
    const { filter, search, sort, from, count, selected } = this.#window;
    const passing = this.#passing(this.#window);
    const row = selected === undefined ? undefined : this.rows[selected];
    const position = row ? passing.indexOf(row) : -1;
    return [
      {
        ...{ type: 'rows', filter, search, from, total: passing.length },
        ...(sort && { sort }),
        rows: passing.slice(from, from + count),
        ...(row && { selected: { row, ...(position >= 0 && { position }) } }),
      },
    ];
  }

  #view(): RunView {
    const number = (filter: RowFilter): number => this.rows.filter(passes[filter]).length;
    const state = (name: RowView['state']): number => this.rows.filter(row => row.state === name).length;
    return {
      ...this.#run,
      counts: {
        ...this.#run.counts,
        all: this.rows.length,
        open: state('open'),
        waiting: state('waiting'),
        asking: state('asking'),
        submitted: state('submitted'),
        described: state('described'),
        failed: state('failed'),
        edited: number('edited'),
        accepted: number('accepted'),
        retryable: state('failed'),
        compared: number('compared'),
      },
    };
  }
}

/** As the host sorts: rows without a value come last. */
function compared(one: RowView, other: RowView, { by, descending }: RowSort): number {
  const value = ({
    index,
    state,
    seconds,
    inputTokens,
    outputTokens,
  }: RowView): number | string | undefined =>
    ({
      ...{ name: index, state, time: seconds },
      tokens: inputTokens === undefined ? undefined : inputTokens + (outputTokens ?? 0),
    })[by];
  const [first, second] = [value(one), value(other)];
  if (first === second) return one.index - other.index;
  if (first === undefined || second === undefined) return first === undefined ? 1 : -1;
  return (first < second ? -1 : 1) * (descending ? -1 : 1);
}
