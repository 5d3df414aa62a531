import {
  apiKeyValueShape,
  connectedProviderShape,
  createdApiKeyShape,
  revokedApiKeyShape,
  successShape,
} from '../../../platform/shapes.ts';
import { getServiceKey } from '../../store/serviceKeys.ts';
import type { StoredServiceKey } from '../../store/serviceKeys.ts';
import { refusals } from '../../roles.ts';
import { FormRefused } from '../callApi.ts';
import type { CallApi } from '../callApi.ts';
import { addProviderForm, otherProvider } from '../settings/addProviderDialog.ts';
import { apiKeysTab } from '../settings/apiKeysTab.ts';
import { createKeyForm } from '../settings/createKeyDialog.ts';
import { rotationLink } from '../settings/keyTable.ts';
import { formOf } from '../settings/providerSection.ts';
import { may, settingsLink } from '../view.ts';
import type { PageView } from '../view.ts';
import { done, pathOf } from './form.ts';
import type { Form, FormOutcome, Values } from './form.ts';

const keys = '/api/api-keys';

/** The forms of Settings > API Keys. */
export const keyForms: readonly Form[] = [
  {
    path: '/settings/api-keys/create',
    page: apiKeysTab,
    name: () => createKeyForm,
    keep: ['name', 'endpoint'],
    send: (values, call, view) => {
      const wanted = { name: values('name'), endpoint: values('endpoint') || undefined };
      return makeKey(call, wanted, () => settingsLink(view, 'api-keys'));
    },
  },
  {
    path: '/settings/api-keys/create-for-ci',
    page: apiKeysTab,
    send: (_values, call, view) =>
      makeKey(call, { name: 'CI', endpoint: undefined }, () => settingsLink(view, 'api-keys')),
  },
  {
    path: '/settings/api-keys/rotate',
    page: apiKeysTab,
    send: (values, call, view) => {
      const old = findKey(view, values('keyId'));
      return makeKey(call, { name: old.name, endpoint: old.endpoint ?? undefined }, id =>
        rotationLink(view, old.id, id),
      );
    },
  },
  {
    path: '/settings/api-keys/show',
    page: apiKeysTab,
    send: async (values, call, view) => {
      const { id, name } = findKey(view, values('keyId'));
      const { key } = await call(
        { method: 'GET', path: pathOf`/api/api-keys/${id}/value` },
        apiKeyValueShape,
      );
      return { to: settingsLink(view, 'api-keys'), flash: { kind: 'shownKey', name, key } };
    },
  },
  {
    path: '/settings/api-keys/remove',
    page: apiKeysTab,
    send: async (values, call, view) => {
      const { id: keyId, name } = findKey(view, values('keyId'));
      await call({ method: 'DELETE', path: keys, query: { keyId } }, revokedApiKeyShape);
      return { to: settingsLink(view, 'api-keys'), flash: done(`The key “${name}” is removed.`) };
    },
  },
  {
    path: '/settings/providers/add',
    page: apiKeysTab,
    name: () => addProviderForm,
    keep: ['provider', 'label', 'id', 'baseUrl'],
    send: saveProvider,
  },
  {
    path: '/settings/providers/replace',
    page: apiKeysTab,
    name: values => formOf(values('provider')),
    send: saveProvider,
  },
  {
    path: '/settings/providers/remove',
    page: apiKeysTab,
    send: async (values, call, view) => {
      await call({ method: 'DELETE', path: providerPath(values('provider')) }, successShape);
      return { to: settingsLink(view, 'api-keys'), flash: done(`${values('label')} is removed.`) };
    },
  },
];

async function makeKey(
  call: CallApi,
  wanted: { name: string; endpoint: string | undefined },
  to: (id: string) => string,
): Promise<FormOutcome> {
  const { keyId, key } = await call({ method: 'POST', path: keys, body: wanted }, createdApiKeyShape);
  return { to: to(keyId), flash: { kind: 'newKey', keyId, name: wanted.name.trim(), key } };
}

function findKey(view: PageView, keyId: string): StoredServiceKey {
  if (!may(view, 'manageKeys')) throw new FormRefused(403, refusals.owner);
  const key = getServiceKey(view.service.store, keyId);
  if (key?.workspaceId !== view.workspace.id) throw new FormRefused(404, 'This key no longer exists.');
  return key;
}

async function saveProvider(values: Values, call: CallApi, view: PageView): Promise<FormOutcome> {
  const provider = values('provider') === otherProvider ? values('id') : values('provider');
  if (provider === '') throw new FormRefused(400, 'Enter a model prefix for the provider.');
  const given = (name: string) => values(name).trim() || undefined;
  const { label } = await call(
    {
      method: 'PUT',
      path: providerPath(provider),
      body: { key: given('key'), baseUrl: given('baseUrl'), label: given('label') },
    },
    connectedProviderShape,
  );
  return { to: settingsLink(view, 'api-keys'), flash: done(`The key of ${label} is saved.`) };
}

function providerPath(provider: string): string {
  return pathOf`/api/provider-keys/${provider}`;
}
