import { nameField, textField } from './markup/fields.ts';
import { html } from './markup/html.ts';
import type { Html } from './markup/html.ts';
import { signedInPage } from './markup/layout.ts';
import { problemNotice } from './markup/notice.ts';
import { link, problemOf } from './view.ts';
import type { PageView } from './view.ts';

/** The name under which the form is refused. */
export const newTeamForm = 'new-team';

/** Where a person makes a team of their own. */
export function newTeamPage(view: PageView): Html {
  const problem = problemOf(view, newTeamForm);
  return signedInPage(view, {
    title: 'Create Team',
    place: '',
    content: html`<section class="narrow" aria-labelledby="new-team">
      <h1 id="new-team">Create Team</h1>
      <p class="quiet">A team has its own workspace with keys, providers and hosts. You will be its owner.</p>
      <form method="post" action="${link(view, '/teams/new')}">
        ${problem && problemNotice(problem.words)}
        ${nameField({
          id: 'team-name',
          name: 'fullName',
          label: 'Name',
          value: problem?.values['fullName'],
          focus: true,
        })}
        ${textField({
          id: 'team-username',
          name: 'username',
          label: 'Username',
          help: 'Used in URLs. Up to 39 lowercase letters, digits and hyphens.',
          pattern: '[a-z0-9][a-z0-9\\-]{0,38}',
          required: true,
          value: problem?.values['username'],
        })}
        <div class="dialog-actions">
          <a class="button" href="${link(view, '/')}">Cancel</a> <button class="primary">Create Team</button>
        </div>
      </form>
    </section>`,
  });
}
