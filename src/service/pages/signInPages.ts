import type { Invitation } from '../store/invitations.ts';
import type { User } from '../store/people.ts';
import { copyField } from './markup/copyField.ts';
import { nameField, textField } from './markup/fields.ts';
import { html } from './markup/html.ts';
import type { Html } from './markup/html.ts';
import { plainPage } from './markup/layout.ts';
import { problemNotice } from './markup/notice.ts';
import type { SettingsTab } from './view.ts';

/** What the sign-in page shows. */
export interface SignInParts {
  /** The link's token, where the address has it in its query; else the script reads it from behind `#`. */
  token?: string | undefined;
  /** Who is signed in already. */
  user: User | undefined;
  /** The tab of the settings that the link leads to. */
  tab?: SettingsTab | undefined;
  /** The training run that it leads to, or `all`. */
  training?: string | undefined;
  /** Prints a new link. */
  command: string;
}

/** Asks for the click that uses a sign-in link up: a program that merely looks at links must not. */
export function signInPage({ token, user, tab, training, command }: SignInParts): Html {
  const byScript = token === undefined;
  return plainPage(
    'Sign In',
    html`<h1>Sign in</h1>
      ${byScript && linkless(user, command)}
      <form method="post" action="/sign-in" ${byScript && html`hidden data-link-form="wait"`}>
        <p>
          This link signs you in to this browser. It works once.
          ${
            user &&
            html`You are currently signed in as <strong><bdi>${user.name}</bdi></strong
              >; that session ends.`
          }
        </p>
        <input type="hidden" name="token" value="${token}" />
        <input type="hidden" name="tab" value="${tab}" />
        <input type="hidden" name="training" value="${training}" />
        <button class="primary wide" autofocus>Sign In</button>
      </form>`,
  );
}

function linkless(user: User | undefined, command: string): Html {
  return html`<div class="linkless" data-no-link>
    ${
      user === undefined
        ? waysIn(command)
        : html`<p>
              You are signed in as <strong><bdi>${user.name}</bdi></strong
              >.
            </p>
            <p><a class="button" href="/">Go to Overview</a></p>`
    }
    ${withoutScript()}
  </div>`;
}

function withoutScript(): Html {
  return html`<noscript>
    <p class="quiet">
      Have you opened a link? This page reads it with JavaScript, which is off. Replace the # in the address
      with ? and load the page again.
    </p>
  </noscript>`;
}

/** Sends the token behind `#` on, so that the invitation can be shown. */
export function openInvitationPage(): Html {
  return plainPage(
    'Invitation',
    html`<h1>Invitation</h1>
      <div class="linkless" data-no-link>
        <p>The address of this page has no invitation in it. Open the link that you were sent, all of it.</p>
        ${withoutScript()}
      </div>
      <form method="post" action="/invitation/open" hidden data-link-form="send">
        <input type="hidden" name="token" value="" />
        <button class="primary wide">Open Invitation</button>
      </form>`,
  );
}

/** For a link that was used, is too old or never was one. `command` prints a new one. */
export function deadLinkPage(words: string, command: string): Html {
  return plainPage(
    'Link Not Valid',
    html`<h1>This link does not work</h1>
      <p>${words}</p>
      ${waysIn(command)}`,
  );
}

/**
 * For whoever is not signed in. `elsewhere`: the way here began at another site, where browsers hold the session back;
 * `command` prints a sign-in link.
 */
export function signedOutPage({
  left = false,
  elsewhere,
  command,
}: {
  left?: boolean;
  elsewhere?: string | undefined;
  command: string;
}): Html {
  return plainPage(
    left ? 'Signed Out' : 'Sign In',
    html`<h1>${left ? 'You are signed out' : 'You are not signed in'}</h1>
      ${
        elsewhere !== undefined &&
        html`<p>
          You came here from another site. If you are signed in,
          <a href="${elsewhere}">open this page again</a>.
        </p>`
      }
      ${waysIn(command)}`,
  );
}

function waysIn(command: string): Html {
  return html`<p>There are no passwords. You sign in with a link that works once:</p>
    <ul>
      <li>
        the one that <code>sightline serve</code> prints on its first start, for the service’s first owner;
      </li>
      <li>
        one that you create in a browser where you are signed in: “Sign In Another Browser” in the account
        menu;
      </li>
      <li>one that whoever runs the service creates for you with the command below;</li>
      <li>an invitation, if you are new.</li>
    </ul>
    ${copyField({
      id: 'sign-in-command',
      label: 'On the machine of the service, with your username',
      value: command,
      button: 'Copy Command',
      long: true,
    })}
    <p class="quiet">If the service was started with <code>--data</code>, give the same folder here.</p>`;
}

/** What an invitation page shows. */
export interface InvitationParts {
  token: string;
  invitation: Invitation;
  team: string;
  user: User | undefined;
  problem?: { words: string; values: Readonly<Record<string, string>> };
}

/** Joining a team: by who is signed in, else by a new person. */
export function invitationPage({ token, invitation, team, user, problem }: InvitationParts): Html {
  return plainPage(
    `Join ${team}`,
    html`<h1>Join ${team}</h1>
      <p>
        <strong><bdi>${invitation.invitedBy}</bdi></strong> invites
        <strong><bdi>${invitation.email}</bdi></strong> as ${invitation.role}.
      </p>
      ${problem && problemNotice(problem.words)}
      <form method="post" action="/invitation">
        <input type="hidden" name="token" value="${token}" />
        ${
          user === undefined
            ? newPerson(problem?.values ?? {})
            : html`<p>
                You join as <strong><bdi>${user.name}</bdi></strong> (${user.username}).
              </p>`
        }
        <button class="primary wide">Join Team</button>
      </form>
      ${
        user === undefined
          ? html`<p class="quiet">
              Already have an account here? Sign in first, then open the invitation again.
            </p>`
          : html`<form method="post" action="/sign-out">
              <p class="quiet">
                Not you? <button class="as-link">Sign out</button>, then open the invitation again.
              </p>
            </form>`
      }`,
  );
}

function newPerson(values: Readonly<Record<string, string>>): Html {
  return html`${nameField({ id: 'name', label: 'Your name', value: values['name'], focus: true })}
  ${textField({
    id: 'username',
    name: 'username',
    label: 'Username',
    help: 'Up to 39 lowercase letters, digits and hyphens.',
    pattern: '[a-z0-9][a-z0-9\\-]{0,38}',
    required: true,
    value: values['username'],
  })}`;
}

/** For what went wrong, with the way home. */
export function failurePage(title: string, words: string): Html {
  return plainPage(
    title,
    html`<h1>${title}</h1>
      <p>${words}</p>
      <p><a class="button" href="/">Go to the overview</a></p>`,
  );
}
