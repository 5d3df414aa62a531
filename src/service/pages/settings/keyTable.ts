import { plural } from '../../../base/format.ts';
import { newestOfName } from '../../store/serviceKeys.ts';
import type { StoredServiceKey } from '../../store/serviceKeys.ts';
import { cancelButton, dialog, opener } from '../markup/dialog.ts';
import { html } from '../markup/html.ts';
import type { Child, Html } from '../markup/html.ts';
import { icon } from '../markup/icon.ts';
import { showKeyForm } from '../markup/showKey.ts';
import { time } from '../markup/time.ts';
import { link } from '../view.ts';
import type { PageView } from '../view.ts';

/** Milliseconds after which a key's age is worth a hint. */
const oldAfter = 90 * 24 * 60 * 60 * 1000;

/** Keys, each with what can be done with it. */
export function keyTable(view: PageView, shown: readonly StoredServiceKey[]): Html {
  return html`<table class="cards">
      ${keyTableHead('Name')}
      <tbody>
        ${shown.map(key => row(view, key))}
      </tbody>
    </table>
    ${shown.map(key => removeDialog(view, key))}`;
}

/** The headings of a table of keys; the first column says which key it is. */
export function keyTableHead(first: string): Html {
  return html`<thead>
    <tr>
      <th scope="col">${first}</th>
      <th scope="col">Key</th>
      <th scope="col">Created</th>
      <th scope="col">Last used</th>
      <th scope="col"><span class="visually-hidden">Actions</span></th>
    </tr>
  </thead>`;
}

function row(view: PageView, key: StoredServiceKey): Html {
  const { id, name, keyPrefix, createdAt } = key;
  return html`<tr id="${id}">
    <th scope="row">
      <span class="name"><bdi>${name}</bdi></span
      >${key.endpoint !== null && html`<span class="quiet">Only for the dedicated endpoint ${key.endpoint}</span>`}${hint(view, key)}
    </th>
    <td data-label="Key"><code>${keyPrefix}…</code></td>
    <td data-label="Created">${time(createdAt, view.now)}</td>
    <td data-label="Last used">${lastUse(key, view.now)}</td>
    <td class="row-actions">
      <button
        type="button"
        class="icon-button worded needs-script"
        data-copy-url="${valueUrl(view, key)}"
        aria-label="Copy ${name}"
        title="Copy ${name}"
      >
        ${icon('copy')}<span>Copy</span>
      </button>
      ${showKeyForm(view, key)}
      <a
        class="icon-button worded"
        href="${rotationLink(view, id)}"
        aria-label="Rotate ${name}"
        title="Rotate ${name}"
        >${icon('rotate')}<span>Rotate</span></a
      >
      ${opener({
        dialog: removeDialogId(key),
        className: 'icon-button worded danger',
        label: `Remove ${name}`,
        content: html`${icon('trash')}<span>Remove</span>`,
      })}
    </td>
  </tr>`;
}

/** When a key was last used, and how often. */
export function lastUse({ id, lastUsedAt, usageCount }: StoredServiceKey, now: number): Html {
  const times = plural(usageCount, 'request');
  return html`<span id="use-${id}" data-live
    >${lastUsedAt === null ? 'Never' : html`${time(lastUsedAt, now)} <span class="quiet">${times}</span>`}</span
  >`;
}

/** Where a program of the page fetches the key's value, which the audit trail notes. */
export function valueUrl(view: PageView, { id }: StoredServiceKey): string {
  return link(view, `/api/api-keys/${id}/value`);
}

/** The page that rotates a key; with `next` the key that follows it. */
export function rotationLink(view: PageView, old: string, next?: string): string {
  return link(view, '/settings/api-keys/rotate', { old, next });
}

/** Whether a key is so old that it should be rotated. */
export function isOld({ now }: PageView, { createdAt }: StoredServiceKey): boolean {
  return now - createdAt > oldAfter;
}

function hint(view: PageView, key: StoredServiceKey): Child {
  const newer = successor(view, key);
  if (newer !== undefined)
    return html`<span class="hint"
      >Has a newer key of the same name.
      <a href="${rotationLink(view, key.id, newer.id)}">Finish rotation</a></span
    >`;
  if (!isOld(view, key)) return undefined;
  return html`<span class="hint"
    >Older than 90 days. Consider <a href="${rotationLink(view, key.id)}">rotating it</a>.</span
  >`;
}

/** The newest key of the same name that was made after `key`. */
function successor({ service }: PageView, key: StoredServiceKey): StoredServiceKey | undefined {
  const newest = newestOfName(service.store, key.workspaceId, key.name);
  return newest?.id === key.id ? undefined : newest;
}

/** The `id` of the dialog that asks before `key` is removed. */
export function removeDialogId({ id }: StoredServiceKey): string {
  return `remove-${id}`;
}

/** Asks before a key is removed. */
export function removeDialog(view: PageView, key: StoredServiceKey, more?: Child): Html {
  const id = removeDialogId(key);
  return dialog({
    id,
    title: `Remove “${key.name}”?`,
    alert: true,
    content: html`<form method="post" action="${link(view, '/settings/api-keys/remove')}">
      <p>
        <code>${key.keyPrefix}…</code> stops working at once, everywhere it is used. This cannot be undone.
      </p>
      ${more}
      <input type="hidden" name="keyId" value="${key.id}" />
      <div class="dialog-actions">
        ${cancelButton(id, { focus: true })}
        <button class="primary danger">Remove Key</button>
      </div>
    </form>`,
  });
}
