import type { CleanedKey } from '../../platform/pastedText.ts';
import type { Tone } from '../dialogs/messages.ts';

/** One entry to pick from. */
export interface Choice<T> {
  label: string;
  /** The name of a codicon that stands before the label. */
  icon?: string;
  description?: string;
  detail?: string;
  value: T;
}

/** How a key is asked for. */
export interface KeyQuestion {
  title: string;
  prompt: string;
  placeholder: string;
  /** Checks as the person types; its refusal never repeats the key. */
  clean: (text: string) => CleanedKey;
  /** The page where such keys are made: offered as a button of the box. */
  page?: string | undefined;
}

/** How a line of text is asked for. */
export interface TextQuestion {
  title: string;
  prompt: string;
  placeholder: string;
  /** Why the text is not taken; undefined where it is. */
  refusal: (text: string) => string | undefined;
}

/** The conversation with the person, as the flows of log in and provider keys need it; the editor's is in `editorDialogue.ts`. */
export interface Dialogue {
  /** Asks for a key in a masked box; undefined where the person leaves it. The key comes cleaned. */
  askForKey(question: KeyQuestion): Promise<string | undefined>;
  /** Asks for a line of text; undefined where the person leaves the box. */
  askForText(question: TextQuestion): Promise<string | undefined>;
  /** Lets the person pick; undefined where they do not. */
  pick<T>(title: string, choices: readonly Choice<T>[]): Promise<T | undefined>;
  /** Shows that `work` goes on and lets the person stop it: then its signal aborts. */
  whileWorking<T>(title: string, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
  /** Tells something that needs no answer. */
  note(tone: Tone, message: string): void;
  /** Tells something and waits for the button pressed; undefined for none. */
  showMessage<B extends string>(
    tone: Tone,
    message: string,
    ...buttons: readonly B[]
  ): Promise<B | undefined>;
  /** Asks a question that has to be answered before anything else; whether `button` was pressed. */
  confirm(message: string, detail: string, button: string): Promise<boolean>;
  /** Opens a web page in the browser. */
  openPage(address: string): Promise<void>;
  /** Opens the settings at one of ours. */
  openSetting(name: string): Promise<void>;
}
