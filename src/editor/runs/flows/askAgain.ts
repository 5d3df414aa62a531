import * as vscode from 'vscode';
import type { RunSession } from '../runSession.ts';
import { pictures } from '../../../runs/runWords.ts';

/**
 * Asks about pictures once more: the same, or with another prompt for them alone. What that answers is kept as the
 * person's own text, since it does not answer the run's question.
 * @param askOtherwise Asks another question about these pictures.
 */
export async function askAgain(
  session: RunSession,
  indices: readonly number[],
  askOtherwise: (prompt: string) => Promise<void>,
): Promise<void> {
  const { record } = session;
  const rows = indices.flatMap(index => record.rows[index] ?? []);
  if (rows.length === 0) return;
  const edited = rows.filter(({ edited: isEdited }) => isEdited).length;
  if (edited > 0 && !(await agreeToReplace(edited))) return;
  const described = rows.every(({ state }) => state === 'described');
  const usual = record.question.prompt;
  const prompt = await vscode.window.showInputBox({
    title: `Ask Again about ${rows.length === 1 ? (rows[0]?.picture.name ?? '') : pictures(rows.length)}`,
    prompt: described
      ? 'Enter asks the same question again. Another prompt here is for these pictures alone.'
      : 'Enter asks the question.',
    value: usual,
    ignoreFocusOut: true,
  });
  if (prompt === undefined) return;
  // An input box holds one line: a prompt of several shows, and comes back, as one.
  const isSame = oneLine(prompt) === oneLine(usual) || prompt.trim() === '' || !described;
  await (isSame ? session.askAgain(indices) : askOtherwise(prompt));
}

async function agreeToReplace(count: number): Promise<boolean> {
  const replace = 'Ask Again';
  const answer = await vscode.window.showWarningMessage(
    count === 1 ? 'Replace what you wrote?' : `Replace what you wrote about ${pictures(count)}?`,
    { modal: true, detail: 'The new answer takes its place. The text stays among the earlier ones.' },
    replace,
  );
  return answer === replace;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
