import { offered } from '../../gateway/providerTable.ts';
import { cancelButton, dialog } from '../markup/dialog.ts';
import { nameField, secretField, textField } from '../markup/fields.ts';
import { html } from '../markup/html.ts';
import type { Html } from '../markup/html.ts';
import { problemNotice } from '../markup/notice.ts';
import { link, problemOf } from '../view.ts';
import type { PageView } from '../view.ts';

/** The `id` of the dialog, and the name under which its form is refused. */
export const addKeyForm = 'add-key';

/** Values of the form's `provider` that are no provider: a key of this service, and a server that is in no list. */
export const choices = { service: 'service', other: 'other' } as const;

/**
 * The provider comes first; what else is asked follows from it (`pages.css` shows the right part, `addKey.js` turns
 * the other off).
 */
export function addKeyDialog(view: PageView): Html {
  const problem = problemOf(view, addKeyForm);
  const values = problem?.values ?? {};
  const chosen = values['provider'] ?? choices.service;
  const option = (value: string, words: string, kind: string) =>
    html`<option value="${value}" data-kind="${kind}" ${value === chosen && html`selected`}>
      ${words}
    </option>`;
  return dialog({
    id: addKeyForm,
    title: 'Add Key',
    open: problem !== undefined,
    content: html`<form method="post" action="${link(view, '/settings/api-keys/add')}" data-add-key>
      ${problem && problemNotice(problem.words)}
      <div class="field">
        <label for="add-key-provider">Provider</label>
        <select id="add-key-provider" name="provider" autofocus>
          ${option(choices.service, 'Sightline (service key)', 'service')}
          <optgroup label="External providers">
            ${offered(view.service).map(({ id, label, baseURL, needsKey }) =>
              option(id, label, needsKey && baseURL !== '' ? 'key' : 'address'),
            )}
            ${option(choices.other, 'Other OpenAI-compatible server', 'other')}
          </optgroup>
        </select>
      </div>
      <fieldset class="for-service">
        <legend class="visually-hidden">Service key</legend>
        ${nameField({
          id: 'add-key-name',
          chosen: true,
          label: 'Name',
          help: 'Where it is used, for example “Laptop” or “CI”.',
          value: values['name'],
        })}
        <div class="dialog-actions">
          ${cancelButton(addKeyForm)} <button class="primary">Create Key</button>
        </div>
      </fieldset>
      <fieldset class="for-provider">
        <legend class="visually-hidden">Provider key</legend>
        <div class="for-other">
          ${nameField({ id: 'add-key-label', chosen: true, name: 'label', label: 'Label', value: values['label'] })}
          ${textField({
            id: 'add-key-id',
            name: 'id',
            label: 'Model prefix',
            help: 'Its models are named prefix/model. Lowercase letters, digits and hyphens.',
            value: values['id'],
            pattern: '[a-z0-9][a-z0-9\\-]{0,39}',
          })}
        </div>
        <div class="for-address">
          ${textField({
            id: 'add-key-address',
            name: 'baseUrl',
            label: 'Address',
            type: 'url',
            help: 'Base URL of its API with the version, for example https://llm.example.com/v1. Leave empty for the default.',
            value: values['baseUrl'],
          })}
        </div>
        ${secretField({
          id: 'add-key-value',
          label: 'Key',
          help: 'Stored encrypted and never shown again. Members use the provider through this service.',
        })}
        <div class="dialog-actions">
          ${cancelButton(addKeyForm)} <button class="primary">Save Key</button>
        </div>
      </fieldset>
    </form>`,
  });
}
