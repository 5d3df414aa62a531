import { pageServiceKeys } from '../../store/serviceKeys.ts';
import { countOf } from '../../store/workspaces.ts';
import { counted } from '../markup/counted.ts';
import { html } from '../markup/html.ts';
import type { Html } from '../markup/html.ts';
import { icon } from '../markup/icon.ts';
import { sectionHead, settingsPage } from '../markup/layout.ts';
import { lockedNote } from '../markup/notice.ts';
import { pager, shownPage } from '../markup/pager.ts';
import { opener } from '../markup/dialog.ts';
import { may, ownerOf, settingsLink } from '../view.ts';
import type { PageView } from '../view.ts';
import { addProviderDialog } from './addProviderDialog.ts';
import { createKeyDialog, createKeyForm } from './createKeyDialog.ts';
import { keyPractice } from './keyPractice.ts';
import { keyTable } from './keyTable.ts';
import { providerSection } from './providerSection.ts';
import { textOnlySection } from './textOnlySection.ts';

/** Keys on one page. */
const perPage = 50;

/** Settings > API Keys. */
export function apiKeysTab(view: PageView): Html {
  const owner = may(view, 'manageKeys');
  return settingsPage(
    view,
    'api-keys',
    html`<section aria-labelledby="keys">
        ${sectionHead({
          id: 'keys',
          title: 'API Keys',
          words: html`For the editor, the command line and your own programs. A key has access to this
          workspace until it is removed.${view.service.region && html` Region: ${view.service.region.own}`}`,
          actions:
            owner &&
            opener({ dialog: createKeyForm, className: 'primary', content: html`${icon('plus')}Create Key` }),
        })}
        ${owner ? ownKeys(view) : askTheOwner(view)}
      </section>
      ${providerSection(view)} ${textOnlySection(view)} ${owner && createKeyDialog(view)}
      ${may(view, 'manageProviders') && addProviderDialog(view)}`,
  );
}

function askTheOwner(view: PageView): Html {
  return lockedNote(
    'Workspace owner access required',
    html`Only the owner can view and manage the keys of ${view.workspace.fullName}. Make a key in your own
      workspace: it is yours alone, and reaches what lies there. Does it have to be the team’s? Ask
      <strong><bdi>${ownerOf(view)}</bdi></strong> for a key.
      <a class="button primary" href="${ownKeysLink(view)}">Go to My Keys</a>`,
  );
}

/** The keys of the person's own workspace. */
function ownKeysLink({ workspaces, workspace }: PageView): string {
  return settingsLink(
    { workspace: workspaces.find(({ kind }) => kind === 'personal') ?? workspace },
    'api-keys',
  );
}

function ownKeys(view: PageView): Html {
  view.service.usage.flush();
  const { store } = view.service;
  const page = shownPage(view, 'keys', perPage, request =>
    pageServiceKeys(store, view.workspace.id, request),
  );
  if (page.rows.length === 0)
    return html`<div class="empty">
        <p><strong>No keys yet</strong></p>
        <p class="quiet">Create a key, then log in with it: in the editor, run “Sightline: Log In”.</p>
      </div>
      ${keyPractice(view, page.rows)}`;
  return html`${keyTable(view, page.rows)}
  ${pager(view, page, {
    list: 'keys',
    path: '/settings',
    tab: 'api-keys',
    label: 'Pages of keys',
    newer: 'Newer keys',
    older: 'Older keys',
    total: () => counted(countOf(store, 'service_keys', view.workspace.id), 'key'),
  })}
  ${keyPractice(view, page.rows)}`;
}
