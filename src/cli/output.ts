import { present } from '../base/present.ts';
import { SightlineError } from '../base/errors.ts';
import { redact } from '../base/redact.ts';
import { hintIn, type Remedy } from '../base/remedies.ts';
import { visibleLines, visibleOrder, visibleText } from '../base/visibleText.ts';
import { remedyText } from './remedyText.ts';
import { UsageError } from './usageError.ts';
import { isUsage } from './exitCodes.ts';

/** An error as JSON output has it. */
export interface ErrorObject {
  code: string;
  message: string;
  hint?: string;
  /** HTTP status, where a server answered. */
  status?: number;
  retryAfterMs?: number;
}

/** Escape sequences and the like, by which a text could do more on a terminal than be read. */
// eslint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g;

/** What JSON need not escape, and a terminal does not show as it stands. */

const unescaped = /[\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g;

/**
 * Results to standard output, all else to standard error, one line each: `sightline: CODE: message`. With `--json` both
 * carry one object a line instead. Everything on standard error is redacted, the `secrets` in use above all.
 */
export class Output {
  readonly json: boolean;
  readonly #stdout: NodeJS.WriteStream;
  readonly #stderr: NodeJS.WriteStream;
  readonly #secrets = new Set<string>();
  readonly #showsProgress: boolean;
  #progressShown = false;

  constructor(
    streams: { stdout: NodeJS.WriteStream; stderr: NodeJS.WriteStream },
    { json, terminal }: { json: boolean; /** The kind of terminal: `TERM`. */ terminal?: string | undefined },
  ) {
    this.#stdout = streams.stdout;
    this.#stderr = streams.stderr;
    this.json = json;
    // A dumb one cannot write over a line.
    this.#showsProgress = streams.stderr.isTTY && terminal !== 'dumb';
  }

  /** Whether a person reads the results on a terminal, in words. */
  get isRead(): boolean {
    return this.#stdout.isTTY && !this.json;
  }

  /** Keeps `key` out of everything that goes to standard error from now on. */
  hide(key: string): void {
    this.#secrets.add(key);
  }

  /** A result: an object with `--json`, else its wording, a line or more. */
  result(object: object, words: string): void {
    if (this.json) this.jsonLine(JSON.stringify(object));
    else this.text(`${this.#stdout.isTTY ? visibleLines(words.replace(controls, '')) : words}\n`);
  }

  /** A result that is JSON whatever was asked for. */
  jsonLine(json: string): void {
    this.text(`${this.#stdout.isTTY ? json.replace(unescaped, jsonEscape) : json}\n`);
  }

  /** The name of what the text after it is about. */
  heading(name: string): void {
    this.text(`==> ${visibleText(name.replace(controls, ''))} <==\n`);
  }

  /** Text of a result as it comes. */
  text(text: string): void {
    this.clearProgress();
    this.#stdout.write(this.#stdout.isTTY ? visibleOrder(text.replace(controls, '')) : text);
  }

  /** Something the person should know, with what they can do about it. */
  note(message: string, remedy?: Remedy): void {
    const words = this.#safe(hintIn(remedyText, { hint: message, remedy }) ?? '');
    this.#message(this.json ? JSON.stringify({ note: words }) : `sightline: note: ${words}`);
  }

  /** Why the command failed, or its part that is `about` something. */
  error(error: unknown, about?: string): void {
    const object = this.errorObject(error);
    const { code, message, hint } = object;
    const named = about === undefined ? undefined : this.#safe(about);
    const subject = named === undefined || message.includes(named) ? '' : `${named}: `;
    this.#message(
      this.json
        ? JSON.stringify({ error: object })
        : [`sightline: ${code}: ${subject}${sentence(message)}`, hint].filter(Boolean).join(' '),
    );
  }

  /** An error for JSON output, with the remedies of the command line and without secrets. */
  errorObject(error: unknown): ErrorObject {
    if (error instanceof UsageError) {
      const help = `sightline${error.command === undefined ? '' : ` ${error.command}`} --help`;
      return { code: 'usage', message: this.#safe(error.message), hint: `See: ${help}` };
    }
    if (!(error instanceof SightlineError))
      return {
        code: 'internal',
        message: this.#safe(`Internal error: ${String(error)}`),
      };
    const { message, status, retryAfterMs } = error;
    const code = isUsage(error) ? 'usage' : error.code;
    const hint = hintIn(remedyText, error);
    return {
      code,
      message: this.#safe(message),
      ...(hint === undefined ? {} : { hint: this.#safe(hint) }),
      ...present({ status, retryAfterMs }),
    };
  }

  /** What is being done, on a terminal only; the next output takes its place. */
  progress(message: string): void {
    if (!this.#showsProgress) return;
    const width = (this.#stderr.columns || 80) - 1;
    this.#stderr.write(`\r\u001B[2K${cutTo(this.#safe(message), width)}`);
    this.#progressShown = true;
  }

  clearProgress(): void {
    if (!this.#progressShown) return;
    this.#stderr.write('\r\u001B[2K');
    this.#progressShown = false;
  }

  /** A line of the log of a service, which has been redacted already. */
  logLine(line: string): void {
    this.#message(this.#safe(line));
  }

  /** Waits until all of it has left, or nobody reads on. */
  async flush(): Promise<void> {
    this.clearProgress();
    await Promise.all(
      [this.#stdout, this.#stderr].map(
        stream => new Promise<void>(resolve => void stream.write('', () => resolve())),
      ),
    );
  }

  #message(line: string): void {
    this.clearProgress();
    this.#stderr.write(`${line}\n`);
  }

  #safe(text: string): string {
    const lines = redact(text, ...this.#secrets).split('\n');
    const line = lines
      .map(part => part.trim())
      .join(' ')
      .trim();
    return visibleLines(line.replace(controls, ''));
  }
}

/** Characters that take two columns: of East Asian scripts, and emoji. */
const wide =
  /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6\u{10000}-\u{10FFFF}]/u;

/** As much of a text as has room in so many columns of a terminal. */
export function cutTo(text: string, columns: number): string {
  let left = columns;
  let end = 0;
  for (const character of text) {
    left -= wide.test(character) ? 2 : 1;
    if (left < 0) break;
    end += character.length;
  }
  return text.slice(0, end);
}

function jsonEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function sentence(text: string): string {
  return /[.!?:)/]$/.test(text) ? text : `${text}.`;
}
