import type { Dialogue, KeyQuestion, TextQuestion } from '../../src/editor/credentials/dialogue.ts';
import type { Tone } from '../../src/editor/dialogs/messages.ts';

/** One thing that was shown to the person. */
export interface Shown {
  tone: Tone;
  message: string;
  buttons: string[];
}

/** A person who types, picks and presses what the test wrote down, in this order; undefined once nothing is left. */
export class ScriptedDialogue implements Dialogue {
  readonly typed: string[];
  readonly picked: string[];
  readonly pressed: string[];
  readonly shown: Shown[] = [];
  /** The questions asked, with the refusals they gave to what was typed. */
  readonly questions: KeyQuestion[] = [];
  readonly refusals: string[] = [];
  /** Labels and descriptions of each list that was shown. */
  readonly lists: string[][] = [];
  readonly pages: string[] = [];
  readonly settings: string[] = [];
  /** What happens while work goes on; it may stop it. */
  meanwhile: (stop: () => void) => void = () => {};

  constructor(script: { typed?: string[]; picked?: string[]; pressed?: string[] } = {}) {
    this.typed = [...(script.typed ?? [])];
    this.picked = [...(script.picked ?? [])];
    this.pressed = [...(script.pressed ?? [])];
  }

  get messages(): string[] {
    return this.shown.map(({ message }) => message);
  }

  /** Like the box: a refused text stays in it until another one is typed. */
  async askForKey(question: KeyQuestion): Promise<string | undefined> {
    this.questions.push(question);
    for (let text = this.typed.shift(); text !== undefined; text = this.typed.shift()) {
      const { key, refusal } = question.clean(text);
      if (key !== undefined) return Promise.resolve(key);
      this.refusals.push(refusal);
    }
    return undefined;
  }

  async askForText({ refusal }: TextQuestion): Promise<string | undefined> {
    for (let text = this.typed.shift(); text !== undefined; text = this.typed.shift()) {
      const reason = refusal(text);
      if (reason === undefined) return Promise.resolve(text);
      this.refusals.push(reason);
    }
    return undefined;
  }

  async pick<T>(
    _title: string,
    choices: readonly { label: string; description?: string; value: T }[],
  ): Promise<T | undefined> {
    // The editor's dialogs show such marks as they are: an icon has a member of its own.
    if (choices.some(({ label, description }) => `${label}${description ?? ''}`.includes('$(')))
      throw new Error('A text to pick from holds the mark of an icon.');
    this.lists.push(choices.map(({ label, description }) => `${label} | ${description ?? ''}`));
    const wanted = this.picked.shift();
    const choice = choices.find(({ label }) => wanted !== undefined && label.includes(wanted));
    return Promise.resolve(choice?.value);
  }

  async whileWorking<T>(_title: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    const done = work(controller.signal);
    this.meanwhile(() => controller.abort());
    return done;
  }

  note(tone: Tone, message: string): void {
    this.shown.push({ tone, message, buttons: [] });
  }

  async showMessage<B extends string>(
    tone: Tone,
    message: string,
    ...buttons: readonly B[]
  ): Promise<B | undefined> {
    this.shown.push({ tone, message, buttons: [...buttons] });
    const wanted = this.pressed.shift();
    return Promise.resolve(buttons.find(button => button === wanted));
  }

  /** Like a message with one button, which has to be pressed. */
  async confirm(message: string, detail: string, button: string): Promise<boolean> {
    return (await this.showMessage('warning', `${message} ${detail}`, button)) === button;
  }

  async openPage(address: string): Promise<void> {
    await Promise.resolve(this.pages.push(address));
  }

  async openSetting(name: string): Promise<void> {
    await Promise.resolve(this.settings.push(name));
  }
}
