import { offered } from '../../gateway/providerTable.ts';
import { cancelButton, dialog } from '../markup/dialog.ts';
import { nameField, secretField, textField } from '../markup/fields.ts';
import { html } from '../markup/html.ts';
import type { Html } from '../markup/html.ts';
import { problemNotice } from '../markup/notice.ts';
import { link, problemOf } from '../view.ts';
import type { PageView } from '../view.ts';

/** The `id` of the dialog, and the name under which its form is refused. */
export const addProviderForm = 'add-provider';

/** The form's `provider` for a server that is in no list. */
export const otherProvider = 'other';

/**
 * Asks for the key of a provider. The provider comes first; what else is asked follows from it (`pages.css` shows the
 * right part, `addProvider.js` turns the other off).
 */
export function addProviderDialog(view: PageView): Html {
  const problem = problemOf(view, addProviderForm);
  const values = problem?.values ?? {};
  const option = (value: string, words: string, kind: 'key' | 'address' | 'other') =>
    html`<option value="${value}" data-kind="${kind}" ${value === values['provider'] && html`selected`}>
      ${words}
    </option>`;
  return dialog({
    id: addProviderForm,
    title: 'Add Provider Key',
    open: problem !== undefined,
    content: html`<form method="post" action="${link(view, '/settings/providers/add')}" data-add-provider>
      ${problem && problemNotice(problem.words)}
      <div class="field">
        <label for="add-provider-provider">Provider</label>
        <select id="add-provider-provider" name="provider" autofocus>
          ${offered(view.service).map(({ id, label, baseURL, needsKey }) =>
            option(id, label, needsKey && baseURL !== '' ? 'key' : 'address'),
          )}
          ${option(otherProvider, 'Other OpenAI-compatible server', 'other')}
        </select>
      </div>
      <div class="for-other">
        ${nameField({ id: 'add-provider-label', chosen: true, name: 'label', label: 'Label', value: values['label'] })}
        ${textField({
          id: 'add-provider-id',
          name: 'id',
          label: 'Model prefix',
          help: 'Its models are named prefix/model. Lowercase letters, digits and hyphens.',
          value: values['id'],
          pattern: '[a-z0-9][a-z0-9\\-]{0,39}',
        })}
      </div>
      <div class="for-address">
        ${textField({
          id: 'add-provider-address',
          name: 'baseUrl',
          label: 'Address',
          type: 'url',
          help: 'Base URL of its API with the version, for example https://llm.example.com/v1. Leave empty for the default.',
          value: values['baseUrl'],
        })}
      </div>
      ${secretField({
        id: 'add-provider-value',
        label: 'Key',
        help: 'Stored encrypted and never shown again. Members use the provider through this service.',
      })}
      <div class="dialog-actions">
        ${cancelButton(addProviderForm)} <button class="primary">Save Key</button>
      </div>
    </form>`,
  });
}
