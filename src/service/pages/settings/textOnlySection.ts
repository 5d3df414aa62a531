import { offlineModelName } from '../../gateway/chooseModel.ts';
import { findTextOnlyModels } from '../../store/textOnlyModels.ts';
import type { TextOnlyModels } from '../../store/textOnlyModels.ts';
import { cancelButton, dialog, opener } from '../markup/dialog.ts';
import { linesField, textField } from '../markup/fields.ts';
import { html } from '../markup/html.ts';
import type { Html } from '../markup/html.ts';
import { icon } from '../markup/icon.ts';
import { sectionHead } from '../markup/layout.ts';
import { problemNotice } from '../markup/notice.ts';
import { link, may, problemOf } from '../view.ts';
import type { PageView } from '../view.ts';

/** The `id` of the dialog that sets them, and the name under which its form is refused. */
export const textOnlyForm = 'text-only-models';
const turnOffDialog = 'text-only-off';

/** Models that get images as words: all members see which; the owner and admins set them. */
export function textOnlySection(view: PageView): Html {
  const saved = findTextOnlyModels(view.service.store, view.workspace.id);
  const manage = may(view, 'manageTextOnlyModels');
  const edit = opener({
    dialog: textOnlyForm,
    content: saved === undefined ? html`${icon('plus')}Choose Vision Model` : 'Change',
  });
  return html`<section aria-labelledby="text-only">
    ${sectionHead({
      id: 'text-only',
      title: 'Images for Text-Only Models',
      words:
        'Images that are sent to these models are described by a vision model first. The models get the words.',
      actions: manage && [
        saved && opener({ dialog: turnOffDialog, className: 'danger', content: 'Turn Off' }),
        edit,
      ],
    })}
    ${saved === undefined ? nothing() : table(saved)}
    ${manage && [formDialog(view, saved), saved && offDialog(view, saved)]}
  </section>`;
}

function nothing(): Html {
  return html`<div class="empty">
    <p><strong>Off</strong></p>
    <p class="quiet">Images go to all models as they are.</p>
  </div>`;
}

function table({ describedBy, models }: TextOnlyModels): Html {
  return html`<table class="cards">
    <thead>
      <tr>
        <th scope="col">Text-only model</th>
        <th scope="col">Images described by</th>
      </tr>
    </thead>
    <tbody>
      ${models.map(
        model =>
          html`<tr>
            <th scope="row"><code>${model}</code></th>
            <td data-label="Images described by"><code>${describedBy}</code></td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function formDialog(view: PageView, saved: TextOnlyModels | undefined): Html {
  const problem = problemOf(view, textOnlyForm);
  return dialog({
    id: textOnlyForm,
    title: 'Images for Text-Only Models',
    open: problem !== undefined,
    content: html`<form method="post" action="${link(view, '/settings/text-only-models/save')}">
      ${problem && problemNotice(problem.words)}
      ${textField({
        id: 'text-only-describer',
        name: 'describedBy',
        label: 'Vision model',
        help: `As provider/model, for example ${offlineModelName}. Each image is described once and counted under this model.`,
        value: problem?.values['describedBy'] ?? saved?.describedBy,
        required: true,
        focus: true,
      })}
      ${linesField({
        id: 'text-only-names',
        name: 'models',
        label: 'Text-only models',
        help: 'As provider/model, one on each line.',
        value: problem?.values['models'] ?? saved?.models.join('\n'),
      })}
      <div class="dialog-actions">${cancelButton(textOnlyForm)} <button class="primary">Save</button></div>
    </form>`,
  });
}

function offDialog(view: PageView, { describedBy }: TextOnlyModels): Html {
  return dialog({
    id: turnOffDialog,
    title: 'Turn off descriptions of images?',
    alert: true,
    content: html`<form method="post" action="${link(view, '/settings/text-only-models/off')}">
      <p>
        Images go to all models as they are. The kept descriptions by
        <strong><bdi>${describedBy}</bdi></strong> are deleted.
      </p>
      <div class="dialog-actions">
        ${cancelButton(turnOffDialog, { focus: true })} <button class="primary danger">Turn Off</button>
      </div>
    </form>`,
  });
}
