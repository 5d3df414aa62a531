import type { Dialogue, KeyQuestion } from './dialogue.ts';
import { offerRemedies, type FailureOffers } from './keyFailure.ts';

/** How one kind of key is asked for and saved. */
export interface KeyDialog {
  question: KeyQuestion;
  /** What is offered where the key could not be saved. */
  offers: FailureOffers;
  /** Checks the key, unless the person chose to save it `unchecked`, saves it and reports that. */
  save: (key: string, unchecked: boolean) => Promise<void>;
}

/** Asks for a key until one is saved or the person gives up; says whether one was saved. */
export async function keyDialogLoop(
  dialogue: Dialogue,
  { question, offers, save }: KeyDialog,
): Promise<boolean> {
  let next: 'done' | 'ask' | 'stop';
  do {
    const key = await dialogue.askForKey(question);
    if (key === undefined) return false;
    next = await repeatAsWanted(dialogue, offers, unchecked => save(key, unchecked));
  } while (next === 'ask');
  return next === 'done';
}

/**
 * Does something with a key, again after each failure for as long as the person wants that.
 * @returns how it ended: `ask` where the person wants to enter another key.
 */
export async function repeatAsWanted(
  dialogue: Dialogue,
  offers: FailureOffers,
  act: (unchecked: boolean) => Promise<void>,
): Promise<'done' | 'ask' | 'stop'> {
  for (let unchecked = false; ;) {
    try {
      await act(unchecked);
      return 'done';
    } catch (error) {
      const next = await offerRemedies(error, dialogue, offers);
      if (next === 'ask' || next === 'stop') return next;
      unchecked ||= next === 'saveUnchecked';
    }
  }
}
