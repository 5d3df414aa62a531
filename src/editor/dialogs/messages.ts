import * as vscode from 'vscode';
import { inertText, withInert } from './inertText.ts';

/** How serious a message is. */
export type Tone = 'info' | 'warning' | 'error';

/** A question that has to be answered before anything else. */
export interface Modal {
  modal: true;
  detail?: string;
}

/** What can be pressed, behind what makes it a dialog. */
type Answers<B extends string> = readonly [Modal, ...B[]] | readonly B[];

/**
 * Shows a notification, or with {@link Modal} a dialog. The editor reads links in both: everything is made inert, since
 * names and words of others are part of most messages.
 * @returns the button pressed, as it was given.
 */
export async function showMessage<B extends string>(
  tone: Tone,
  message: string,
  ...answers: Answers<B>
): Promise<B | undefined> {
  const [first, ...others] = answers;
  const modal = typeof first === 'object' ? first : undefined;
  const buttons = (modal === undefined ? answers : others) as readonly B[];
  const shown = buttons.map(inertText);
  const options: vscode.MessageOptions = modal === undefined ? {} : withInert(modal, ['detail']);
  const pressed = await inTone(tone)(inertText(message), options, ...shown);
  return pressed === undefined ? undefined : buttons[shown.indexOf(pressed)];
}

/** {@link showMessage} for what the person should know. */
export function showInformation<B extends string>(
  message: string,
  ...answers: Answers<B>
): Promise<B | undefined> {
  return showMessage<B>('info', message, ...answers);
}

/** {@link showMessage} for what may be wrong, and for questions before something is lost. */
export function showWarning<B extends string>(
  message: string,
  ...answers: Answers<B>
): Promise<B | undefined> {
  return showMessage<B>('warning', message, ...answers);
}

type Show = (
  text: string,
  options: vscode.MessageOptions,
  ...buttons: string[]
) => Thenable<string | undefined>;

function inTone(tone: Tone): Show {
  const { showInformationMessage, showWarningMessage, showErrorMessage } = vscode.window;
  return { info: showInformationMessage, warning: showWarningMessage, error: showErrorMessage }[tone];
}
