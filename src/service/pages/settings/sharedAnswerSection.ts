import { formatBytes, plural } from '../../../base/format.ts';
import { countSharedAnswers } from '../../store/sharedAnswers.ts';
import { cancelButton, dialog, opener } from '../markup/dialog.ts';
import { html } from '../markup/html.ts';
import type { Html } from '../markup/html.ts';
import { sectionHead } from '../markup/layout.ts';
import { link, may } from '../view.ts';
import type { PageView } from '../view.ts';

const deleteDialog = 'delete-shared-answers';

/** How many answers the runs of the members share; the owner deletes them. */
export function sharedAnswerSection(view: PageView): Html {
  const { answers, bytes } = countSharedAnswers(view.service.store, view.workspace.id);
  const mayDelete = answers > 0 && may(view, 'deleteSharedAnswers');
  return html`<section aria-labelledby="shared-answers">
    ${sectionHead({
      id: 'shared-answers',
      title: 'Shared Answers',
      words:
        'Answers about images that members chose to share: the same question about the same image is paid for once.',
      actions:
        mayDelete && opener({ dialog: deleteDialog, className: 'danger', content: 'Delete Shared Answers' }),
    })}
    <p>
      ${answers === 0 ? 'No answers are shared.' : `${plural(answers, 'answer')}, ${formatBytes(bytes)}.`}
    </p>
    ${mayDelete && confirmation(view)}
  </section>`;
}

function confirmation(view: PageView): Html {
  return dialog({
    id: deleteDialog,
    title: 'Delete shared answers?',
    alert: true,
    content: html`<form method="post" action="${link(view, '/settings/shared-answers/delete')}">
      <p>Members keep the answers that they have. The next run that asks the same pays for it again.</p>
      <div class="dialog-actions">
        ${cancelButton(deleteDialog, { focus: true })} <button class="primary danger">Delete</button>
      </div>
    </form>`,
  });
}
