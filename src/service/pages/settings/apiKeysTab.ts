import { listServiceKeys } from '../../store/serviceKeys.ts';
import { html } from '../markup/html.ts';
import type { Child, Html } from '../markup/html.ts';
import { icon } from '../markup/icon.ts';
import { sectionHead, settingsPage } from '../markup/layout.ts';
import { lockedNote } from '../markup/notice.ts';
import { opener } from '../markup/dialog.ts';
import { link, may, ownerOf } from '../view.ts';
import type { PageView } from '../view.ts';
import { addProviderDialog } from './addProviderDialog.ts';
import { createKeyDialog, createKeyForm } from './createKeyDialog.ts';
import { keyTable } from './keyTable.ts';
import { providerSection } from './providerSection.ts';

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
          words:
            'For the editor, the command line and your own programs. A key has access to this workspace until it is removed.',
          actions:
            owner &&
            opener({ dialog: createKeyForm, className: 'primary', content: html`${icon('plus')}Create Key` }),
        })}
        ${owner ? ownKeys(view) : askTheOwner(view)}
      </section>
      ${providerSection(view)} ${owner && createKeyDialog(view)}
      ${may(view, 'manageProviders') && addProviderDialog(view)}`,
  );
}

function askTheOwner(view: PageView): Html {
  return lockedNote(
    'Workspace owner access required',
    html`Only the owner can view and manage the keys of ${view.workspace.fullName}. Ask
      <strong><bdi>${ownerOf(view)}</bdi></strong> for a key.`,
  );
}

function ownKeys(view: PageView): Html {
  view.service.usage.flush();
  const keys = listServiceKeys(view.service.store, view.workspace.id);
  if (keys.length === 0)
    return html`<div class="empty">
      <p><strong>No keys yet</strong></p>
      <p class="quiet">Create a key, then log in with it: in the editor, run “Sightline: Log In”.</p>
    </div>`;
  const pages = Math.ceil(keys.length / perPage);
  const page = Math.min(pages, Math.max(1, Number(view.query('page')) || 1));
  const shown = keys.slice((page - 1) * perPage, page * perPage);
  return html`${keyTable(view, shown, keys)} ${pages > 1 && pager(view, page, pages)}`;
}

function pager(view: PageView, page: number, pages: number): Html {
  const to = (target: number, words: string): Child =>
    target >= 1 &&
    target <= pages &&
    html`<a href="${link(view, '/settings', { tab: 'api-keys', page: target })}">${words}</a>`;
  return html`<nav class="pager" aria-label="Pages of keys">
    ${to(page - 1, 'Newer keys')}
    <span class="quiet">Page ${page} of ${pages}</span> ${to(page + 1, 'Older keys')}
  </nav>`;
}
