import { SightlineError } from '../../base/errors.ts';
import { t } from '../../base/l10n.ts';

/** Characters of the arguments of one call. */
const longest = 1_000_000;

/**
 * The arguments of a call while they come in pieces: an object of JSON, of which it is known at any time whether it is
 * closed. Each character is looked at once.
 */
export class CallArguments {
  #text = '';
  #depth = 0;
  #inString = false;
  #isEscaped = false;

  get text(): string {
    return this.#text;
  }

  /** Whether an object, or a list, has begun and ended. */
  get isClosed(): boolean {
    return this.#depth === 0 && this.#text !== '';
  }

  /**
   * Takes what comes next. What was there already as a whole is not taken twice, and `{}` that stands for arguments to
   * come is replaced by them.
   * @throws {SightlineError} where it is too much.
   */
  push(piece: string): void {
    if (this.isClosed && (piece === this.#text || piece.trim() === '')) return;
    if (this.#text === '{}' && piece.startsWith('{')) this.replace('');
    if (this.#text.length + piece.length > longest)
      throw new SightlineError('incomplete', t('The model called a tool with more than 1 MB of arguments.'), {
        hint: t('Ask again, or choose another model.'),
      });
    this.#text += piece;
    for (const character of piece) this.#step(character);
  }

  /** Takes the arguments as a whole, whatever had come of them. */
  replace(text: string): void {
    this.#text = '';
    this.#depth = 0;
    this.#inString = false;
    this.#isEscaped = false;
    if (text !== '') this.push(text);
  }

  #step(character: string): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (this.#inString) {
      if (character === '\\') this.#isEscaped = true;
      else if (character === '"') this.#inString = false;
    } else if (character === '"') this.#inString = true;
    else if (character === '{' || character === '[') this.#depth += 1;
    else if (character === '}' || character === ']') this.#depth -= 1;
  }
}
