import { counted, t } from '../../../base/l10n.ts';
import { SightlineError } from '../../../base/errors.ts';
import { oneLine } from '../../../base/oneLine.ts';
import type { RunSession } from '../runSession.ts';
import { showWarning } from '../../dialogs/messages.ts';
import { showInputBox } from '../../dialogs/quickInput.ts';

/**
 * Asks about pictures once more: the same, or with another prompt for them alone. What that answers is kept as the
 * person's own text in the place of an answer to the run's question, which failed pictures do not have.
 * @param askOtherwise Asks another question about described pictures.
 * @throws {SightlineError} `store` where questions are being asked that this one cannot join.
 */
export async function askAgain(
  session: RunSession,
  indices: readonly number[],
  askOtherwise: (prompt: string, indices: readonly number[]) => Promise<void>,
): Promise<void> {
  const { record } = session;
  const rows = indices.flatMap(index => record.rows[index] ?? []);
  if (rows.length === 0) return;
  const edited = rows.filter(({ edited: isEdited }) => isEdited).length;
  if (edited > 0 && !(await agreeToReplace(edited))) return;
  const described = rows.filter(({ state }) => state === 'described').map(({ index }) => index);
  const usual = record.question.prompt;
  if (described.length === 0) return askTheSame(session, indices);
  const prompt = await showInputBox({
    title: t('Ask Again about {images}', {
      images:
        rows.length === 1
          ? (rows[0]?.picture.name ?? '')
          : counted(rows.length, '{count} image', '{count} images'),
    }),
    prompt:
      rows.length === 1
        ? t('Press Enter to send the same prompt again. A changed prompt applies only to this image.')
        : described.length === rows.length
          ? t('Press Enter to send the same prompt again. A changed prompt applies only to these images.')
          : t(
              'Press Enter to send the same prompt again. A changed prompt applies only to those of them that are described.',
            ),
    value: usual,
    ignoreFocusOut: true,
  });
  if (prompt === undefined) return;
  // An input box holds one line: a prompt of several shows, and comes back, as one.
  if (oneLine(prompt) === oneLine(usual) || prompt.trim() === '') return askTheSame(session, indices);
  if (session.isWorking) throw atWork(t('Wait until the run ends or cancel it, then try another prompt.'));
  await askOtherwise(prompt, described);
}

async function askTheSame(session: RunSession, indices: readonly number[]): Promise<void> {
  // A run takes up what is opened meanwhile; a few pictures that are asked about by themselves do not.
  if (session.phase === 'sampling') throw atWork(t('Wait until they are answered, then ask again.'));
  await session.askAgain(indices);
}

function atWork(hint: string): SightlineError {
  return new SightlineError('store', t('Other requests are in progress.'), { hint });
}

async function agreeToReplace(count: number): Promise<boolean> {
  const replace = t('Ask Again');
  const answer = await showWarning(
    count === 1
      ? t('Replace your text?')
      : counted(count, 'Replace your text for {count} image?', 'Replace your text for {count} images?'),
    { modal: true, detail: t('The new answer replaces it. Your text stays in the stored run.') },
    replace,
  );
  return answer === replace;
}
