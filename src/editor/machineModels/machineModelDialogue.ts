import type { SightlineError } from '../../base/errors.ts';

/** An entry of a list of models. */
export interface ModelChoiceItem<T> {
  label: string;
  description?: string;
  detail?: string;
  /** A codicon's name. */
  icon?: string;
  /** Absent: a heading. */
  value?: T;
}

/** A question that has to be answered before anything else. */
export interface Sheet<B extends string> {
  /** `warning`: something is lost by it. */
  tone: 'info' | 'warning';
  message: string;
  detail: string;
  buttons: readonly B[];
}

/** Shows how far some work is: a text, and the share of 0 to 1 that is done. */
export type ShowProgress = (words: string, share: number) => void;

/** What is asked and shown while models are downloaded and removed. */
export interface MachineModelDialogue {
  pick<T>(title: string, placeholder: string, items: readonly ModelChoiceItem<T>[]): Promise<T | undefined>;
  ask<B extends string>(sheet: Sheet<B>): Promise<B | undefined>;
  /** A notification that stays until a button is pressed or it is closed. */
  tell<B extends string>(message: string, ...buttons: readonly B[]): Promise<B | undefined>;
  /** The same for a failure, with what helps against it. */
  tellFailure<B extends string>(error: SightlineError, ...buttons: readonly B[]): Promise<B | undefined>;
  /** Work that goes on behind everything else; the person's Cancel aborts the signal. */
  during<T>(title: string, work: (show: ShowProgress, signal: AbortSignal) => Promise<T>): Promise<T>;
  /** A folder with the files of a model, and the name that it is to have. */
  pickFolder(): Promise<string | undefined>;
  askName(proposed: string, refusal: (name: string) => string | undefined): Promise<string | undefined>;
}
