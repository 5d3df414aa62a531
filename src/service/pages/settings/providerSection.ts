import { offered } from '../../gateway/providerTable.ts';
import { pageProviders } from '../../store/providerKeys.ts';
import type { ConnectedProvider } from '../../store/providerKeys.ts';
import { countOf } from '../../store/workspaces.ts';
import { cancelButton, dialog, opener } from '../markup/dialog.ts';
import { secretField, textField } from '../markup/fields.ts';
import { counted } from '../markup/counted.ts';
import { html } from '../markup/html.ts';
import type { Child, Html } from '../markup/html.ts';
import { icon } from '../markup/icon.ts';
import { sectionHead } from '../markup/layout.ts';
import { problemNotice } from '../markup/notice.ts';
import { pager, shownPage } from '../markup/pager.ts';
import { time } from '../markup/time.ts';
import { link, may, problemOf } from '../view.ts';
import type { PageView } from '../view.ts';
import { addProviderForm } from './addProviderDialog.ts';

/** Providers on one page. */
const shown = 30;

/** The providers of a workspace: all members see which; the owner replaces and removes their keys. */
export function providerSection(view: PageView): Html {
  const { store } = view.service;
  const page = shownPage(view, 'providers', shown, request =>
    pageProviders(store, view.workspace.id, request),
  );
  const providers = page.rows;
  const owner = may(view, 'manageProviders');
  return html`<section aria-labelledby="providers">
    ${sectionHead({
      id: 'providers',
      title: 'Providers',
      words:
        'Service keys use the models of these providers through this service. Provider keys are never shown to members.',
      actions: owner && opener({ dialog: addProviderForm, content: html`${icon('plus')}Add Provider Key` }),
    })}
    <table class="cards">
      <thead>
        <tr>
          <th scope="col">Provider</th>
          ${owner && html`<th scope="col">Key</th>`}
          <th scope="col">Saved</th>
          ${owner && html`<th scope="col"><span class="visually-hidden">Actions</span></th>`}
        </tr>
      </thead>
      <tbody>
        ${providers.map(provider => row(view, provider, owner))}
        <tr>
          <th scope="row">
            <span class="name">Offline Describer</span>
            <span class="quiet">offline</span>
          </th>
          ${owner && html`<td data-label="Key"><span class="quiet">Not needed</span></td>`}
          <td data-label="Saved"><span class="quiet">Always available</span></td>
          ${owner && html`<td class="row-actions"></td>`}
        </tr>
      </tbody>
    </table>
    ${pager(view, page, {
      list: 'providers',
      path: '/settings',
      tab: 'api-keys',
      label: 'Pages of providers',
      newer: 'Previous providers',
      older: 'Further providers',
      total: () => counted(countOf(store, 'provider_keys', view.workspace.id), 'provider'),
    })}
    ${owner && providers.map(provider => [replaceDialog(view, provider), removeDialog(view, provider)])}
  </section>`;
}

function row(view: PageView, connected: ConnectedProvider, owner: boolean): Html {
  const { provider, label, baseUrl, keyPrefix, updatedAt } = connected;
  return html`<tr>
    <th scope="row">
      <span class="name">${label}</span>
      <span class="quiet">${provider}${owner && ` · ${baseUrl}`}</span>
    </th>
    ${owner && html`<td data-label="Key"><code>${keyPrefix === '' ? '••••••' : `${keyPrefix}…`}</code></td>`}
    <td data-label="Saved">${time(updatedAt, view.now)}</td>
    ${
      owner &&
      html`<td class="row-actions">
        ${opener({
          dialog: formOf(provider),
          className: 'icon-button worded',
          label: `Replace Key of ${label}`,
          content: html`${icon('rotate')}<span>Replace Key</span>`,
        })}
        ${opener({
          dialog: `remove-provider-${provider}`,
          className: 'icon-button worded danger',
          label: `Remove ${label}`,
          content: html`${icon('trash')}<span>Remove</span>`,
        })}
      </td>`
    }
  </tr>`;
}

/** The `id` of the dialog that replaces a provider's key, and the name under which its form is refused. */
export function formOf(provider: string): string {
  return `replace-provider-${provider}`;
}

function replaceDialog(view: PageView, { provider, label, baseUrl }: ConnectedProvider): Html {
  const id = formOf(provider);
  const problem = problemOf(view, id);
  return dialog({
    id,
    title: `Replace the key of ${label}`,
    open: problem !== undefined,
    content: html`<form method="post" action="${link(view, '/settings/providers/replace')}">
      ${problem && problemNotice(problem.words)}
      <p>New requests use the new key.</p>
      <input type="hidden" name="provider" value="${provider}" />
      <input type="hidden" name="label" value="${label}" />
      ${secretField({ id: `${id}-key`, label: 'New key', focus: true })}
      ${addressField(view, id, provider, baseUrl)}
      <div class="dialog-actions">${cancelButton(id)} <button class="primary">Save Key</button></div>
    </form>`,
  });
}

/** The address can be changed where it was given; that of a well-known provider stays. */
function addressField(view: PageView, id: string, provider: string, baseUrl: string): Child {
  const known = offered(view.service).some(
    ({ id: other, baseURL }) => other === provider && baseURL === baseUrl,
  );
  if (known) return html`<input type="hidden" name="baseUrl" value="${baseUrl}" />`;
  return textField({ id: `${id}-address`, name: 'baseUrl', label: 'Address', type: 'url', value: baseUrl });
}

function removeDialog(view: PageView, { provider, label }: ConnectedProvider): Html {
  const id = `remove-provider-${provider}`;
  return dialog({
    id,
    title: `Remove ${label}?`,
    alert: true,
    content: html`<form method="post" action="${link(view, '/settings/providers/remove')}">
      <p>
        Its key is deleted here, and requests to its models are refused. The key itself stays valid at
        ${label}.
      </p>
      <input type="hidden" name="provider" value="${provider}" />
      <input type="hidden" name="label" value="${label}" />
      <div class="dialog-actions">
        ${cancelButton(id, { focus: true })} <button class="primary danger">Remove Key</button>
      </div>
    </form>`,
  });
}
