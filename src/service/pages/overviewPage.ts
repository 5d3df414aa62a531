import { pluralWord } from '../../base/format.ts';
import { dedicatedAddress } from '../dedicated.ts';
import { listActivity } from '../store/activity.ts';
import { countOf } from '../store/workspaces.ts';
import { activityTable } from './markup/activityTable.ts';
import { copyField } from './markup/copyField.ts';
import { openInEditor } from './markup/openInEditor.ts';
import { countedNumber } from './markup/counted.ts';
import { html } from './markup/html.ts';
import type { Child, Html } from './markup/html.ts';
import { sectionHead, signedInPage } from './markup/layout.ts';
import { link, may, ownerOf, settingsLink } from './view.ts';
import type { SettingsTab, PageView } from './view.ts';

/** Events that are shown. */
const newest = 5;

/** What the workspace contains, and how to use it. */
export function overviewPage(view: PageView): Html {
  const { workspace } = view;
  return signedInPage(view, {
    title: 'Overview',
    place: '/',
    content: html`<h1>${workspace.fullName}</h1>
      <p class="quiet">
        ${workspace.kind === 'personal' ? 'Your personal workspace' : `A team. Your role: ${workspace.role}`}${regionWords(view)}
      </p>
      ${figures(view)} ${useIt(view)} ${may(view, 'seeActivity') && recent(view)}`,
  });
}

function regionWords({ service: { region } }: PageView): Child {
  return region && html` · Region: ${region.own}`;
}

function figures(view: PageView): Html {
  const { store } = view.service;
  const { id, kind } = view.workspace;
  const figure = (value: number, one: string, many: string, tab: SettingsTab) =>
    html`<li>
      <a href="${settingsLink(view, tab)}"
        ><strong>${countedNumber(value)}</strong> ${pluralWord(value, one, many)}</a
      >
    </li>`;
  return html`<ul class="figures">
    ${may(view, 'manageKeys') && figure(countOf(store, 'service_keys', id), 'API key', 'API keys', 'api-keys')}
    ${figure(countOf(store, 'provider_keys', id), 'provider', 'providers', 'api-keys')}
    ${figure(countOf(store, 'hosts', id), 'host', 'hosts', 'integrations')}
    ${kind === 'team' && figure(countOf(store, 'memberships', id), 'member', 'members', 'team')}
  </ul>`;
}

function useIt(view: PageView): Html {
  const address = view.service.address();
  return html`<section aria-labelledby="use">
    ${sectionHead({
      id: 'use',
      title: 'Get started',
      words: may(view, 'manageKeys')
        ? html`Create a key under <a href="${settingsLink(view, 'api-keys')}">API Keys</a>, then:`
        : `With a key from ${ownerOf(view)}:`,
    })}
    <div class="panel">
      ${copyField({
        id: 'use-service',
        label: 'In the editor: the setting sightline.service.url, then “Sightline: Log In”',
        value: address,
        button: 'Copy Address',
      })}
      ${openInEditor(address)}
      ${copyField({
        id: 'use-cli',
        label: 'On the command line: it asks for the key',
        value: `sightline login --service ${address}`,
        button: 'Copy Command',
      })}
      ${copyField({
        id: 'use-gateway',
        label: 'In any OpenAI-compatible program: the base URL. Models are written as provider/model',
        value: `${address}/api/v1`,
        button: 'Copy Base URL',
      })}
      ${view.service.dedicated.map(({ name, model }) =>
        copyField({
          id: `use-dedicated-${name}`,
          label: `Dedicated endpoint ${name}: the base URL for ${model}, with a key and limits of its own`,
          value: dedicatedAddress(address, name),
          button: 'Copy Base URL',
        }),
      )}
    </div>
  </section>`;
}

function recent(view: PageView): Child {
  const rows = listActivity(view.service.store, view.workspace.id, newest);
  if (rows.length === 0) return undefined;
  return html`<section aria-labelledby="recent">
    ${sectionHead({
      id: 'recent',
      title: 'Recent activity',
      words: html`<a href="${link(view, '/activity')}">All activity</a>`,
    })}
    ${activityTable(rows, view.now)}
  </section>`;
}
