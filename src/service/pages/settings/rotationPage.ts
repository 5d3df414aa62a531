import { ServiceError } from '../../http/serviceError.ts';
import { refusals } from '../../roles.ts';
import { getServiceKey } from '../../store/serviceKeys.ts';
import type { StoredServiceKey } from '../../store/serviceKeys.ts';
import { opener } from '../markup/dialog.ts';
import { html } from '../markup/html.ts';
import type { Html } from '../markup/html.ts';
import { icon } from '../markup/icon.ts';
import { settingsPage } from '../markup/layout.ts';
import { showKeyForm } from '../markup/showKey.ts';
import { time } from '../markup/time.ts';
import { link, may, settingsLink } from '../view.ts';
import type { PageView } from '../view.ts';
import { keyTableHead, lastUse, removeDialog, removeDialogId, valueUrl } from './keyTable.ts';

/**
 * Rotation in three steps on one page: make a key of the same name, put it to use while both work, revoke the old one.
 * @throws {ServiceError} where the person may not, or the key is gone.
 */
export function rotationPage(view: PageView): Html {
  if (!may(view, 'manageKeys')) throw new ServiceError(403, refusals.owner);
  view.service.usage.flush();
  const old = keyOf(view, 'old');
  if (old === undefined) throw new ServiceError(404, 'This key no longer exists');
  const named = keyOf(view, 'next');
  const next = named?.name === old.name && named.id !== old.id ? named : undefined;
  return settingsPage(
    view,
    'api-keys',
    html`<section aria-labelledby="rotation">
        <p class="crumb"><a href="${settingsLink(view, 'api-keys')}">All keys</a></p>
        <h2 id="rotation">Rotate “<bdi>${old.name}</bdi>”</h2>
        <p class="quiet">Replace a key without downtime: both keys work until you revoke the old one.</p>
        <ol class="steps" ${next && html`data-watch-use`}>
          <li class="${next === undefined ? 'current' : 'past'}">
            <h3>Create the new key</h3>
            ${next === undefined ? firstStep(view, old) : html`<p>Created ${time(next.createdAt, view.now)}. Both keys work.</p>`}
          </li>
          <li class="${next === undefined ? '' : 'current'}">
            <h3>Use the new key</h3>
            ${
              next === undefined
                ? html`<p class="quiet">Replace the old key wherever it is used.</p>`
                : secondStep(view, old, next)
            }
          </li>
          <li class="${next === undefined ? '' : 'current'}">
            <h3>Revoke the old key</h3>
            ${next === undefined ? html`<p class="quiet">Once the new key is in use everywhere.</p>` : thirdStep(old, next)}
          </li>
        </ol>
      </section>
      ${next && removeDialog(view, old, lastWarning(old, next))}`,
  );
}

/** The workspace's key that the address names. */
function keyOf({ service, workspace, query }: PageView, name: 'old' | 'next'): StoredServiceKey | undefined {
  const key = getServiceKey(service.store, query(name) ?? '');
  return key?.workspaceId === workspace.id ? key : undefined;
}

function firstStep(view: PageView, { id }: StoredServiceKey): Html {
  return html`<p>It has the same name and the same rights. The old key keeps working.</p>
    <form method="post" action="${link(view, '/settings/api-keys/rotate')}">
      <input type="hidden" name="keyId" value="${id}" />
      <button class="primary">${icon('plus')}Create New Key</button>
    </form>`;
}

function secondStep(view: PageView, old: StoredServiceKey, next: StoredServiceKey): Html {
  return html`<p>Copy the new key and replace the old one wherever it is used.</p>
    <table class="cards">
      ${keyTableHead('Which')}
      <tbody>
        ${keyRow(view, 'New', next)} ${keyRow(view, 'Old', old)}
      </tbody>
    </table>`;
}

function keyRow(view: PageView, which: 'New' | 'Old', key: StoredServiceKey): Html {
  return html`<tr>
    <th scope="row"><span class="name">${which}</span></th>
    <td data-label="Key"><code>${key.keyPrefix}…</code></td>
    <td data-label="Created">${time(key.createdAt, view.now)}</td>
    <td data-label="Last used">${lastUse(key, view.now)}</td>
    <td class="row-actions">${which === 'New' && copyButton(view, key)}</td>
  </tr>`;
}

function copyButton(view: PageView, key: StoredServiceKey): Html {
  return html`<button type="button" class="needs-script" data-copy-url="${valueUrl(view, key)}">
      ${icon('copy')}<span>Copy New Key</span>
    </button>
    ${showKeyForm(view, key)}`;
}

function thirdStep(old: StoredServiceKey, next: StoredServiceKey): Html {
  return html`<p id="rotation-state" data-live>${stateOf(old, next)}</p>
    ${opener({ dialog: removeDialogId(old), content: html`${icon('trash')}Revoke Old Key` })}`;
}

function stateOf(old: StoredServiceKey, next: StoredServiceKey): string {
  if (next.lastUsedAt === null) return 'The new key has not been used yet: revoke the old one when it has.';
  return usedSince(old, next.lastUsedAt)
    ? 'The old key is still in use somewhere.'
    : 'The new key is in use, and the old one has not been used since.';
}

function usedSince({ lastUsedAt }: StoredServiceKey, time: number): boolean {
  return lastUsedAt !== null && lastUsedAt >= time;
}

/** Said once more in the dialog that asks. */
function lastWarning(old: StoredServiceKey, next: StoredServiceKey): Html {
  return html`<p><strong id="rotation-warning" data-live>${stateOf(old, next)}</strong></p>`;
}
