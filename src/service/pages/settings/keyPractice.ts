import type { StoredServiceKey } from '../../store/serviceKeys.ts';
import { copyField } from '../markup/copyField.ts';
import { opener } from '../markup/dialog.ts';
import { html } from '../markup/html.ts';
import type { Child, Html } from '../markup/html.ts';
import { sectionHead } from '../markup/layout.ts';
import { link } from '../view.ts';
import type { PageView } from '../view.ts';
import { createKeyForm } from './createKeyDialog.ts';
import { isOld, rotationLink } from './keyTable.ts';

/** The good practice with keys, each line beside what does it. */
export function keyPractice(view: PageView, shown: readonly StoredServiceKey[]): Html {
  return html`<section aria-labelledby="practice">
    ${sectionHead({ id: 'practice', title: 'Good practice', words: 'What keeps a key yours.' })}
    <ul class="panel practice">
      ${line('One key for one purpose', 'Then its last use means something, and removing it stops nothing else.', purpose(view))}
      ${line('Rotate at 90 days', 'Both keys work until you revoke the old one.', rotation(view, shown))}
      ${line(
        'Variables rather than code',
        'A key in a file of code is copied with it.',
        copyField({
          id: 'practice-variable',
          label: 'Sightline reads',
          value: 'SIGHTLINE_API_KEY',
          button: 'Copy Name',
        }),
      )}
      ${line(
        'Revoke at once when leaked',
        'It stops working immediately, also for requests in progress.',
        shown.length > 0 && html`<a class="button" href="#keys">Choose the Key to Remove</a>`,
      )}
    </ul>
  </section>`;
}

function line(title: string, why: string, action: Child): Html {
  return html`<li>
    <div>
      <strong>${title}</strong>
      <p class="quiet">${why}</p>
    </div>
    ${action && html`<div>${action}</div>`}
  </li>`;
}

/** A team's owner is offered the key that a team needs first: one for CI, which is nobody's own. */
function purpose(view: PageView): Html {
  if (view.workspace.kind === 'personal')
    return opener({ dialog: createKeyForm, content: 'Add Another Key' });
  return html`<form method="post" action="${link(view, '/settings/api-keys/create-for-ci')}">
    <button title="A key of the team for CI alone">Create CI Key</button>
  </form>`;
}

function rotation(view: PageView, shown: readonly StoredServiceKey[]): Html {
  const oldest = shown.filter(key => isOld(view, key)).at(-1);
  return oldest === undefined
    ? html`<span class="quiet">No key here is older.</span>`
    : html`<a class="button" href="${rotationLink(view, oldest.id)}"
        ><span>Rotate “<bdi>${oldest.name}</bdi>”</span></a
      >`;
}
