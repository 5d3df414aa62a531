import { flashDialog } from './flashDialog.ts';
import { doneNotice, problemNotice } from './notice.ts';
import { html } from './html.ts';
import type { Child, Html } from './html.ts';
import { brand, personMenu, workspaceMenu } from './menus.ts';
import { link, problemOf, settingsLink } from '../view.ts';
import type { PageView } from '../view.ts';

/** The frame of every page. */
export function documentOf(title: string, body: Child): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title} · Sightline</title>
        <link rel="icon" href="/assets/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/assets/pages.css" />
        <script type="module" src="/assets/pages.js"></script>
      </head>
      <body>
        ${body}
        <p id="announcer" class="visually-hidden" role="status"></p>
      </body>
    </html>`;
}

/** A page without a person: signing in, and failures. */
export function plainPage(title: string, content: Child): Html {
  return documentOf(
    title,
    html`<main id="main" class="plain">
      <p class="plain-brand">${brand()}</p>
      ${content}
    </main>`,
  );
}

const places = [
  ['Overview', '/'],
  ['Training', '/training'],
  ['Activity', '/activity'],
  ['Settings', '/settings'],
] as const;

/** A page of a signed-in person. */
export function signedInPage(
  view: PageView,
  { title, place, content }: { title: string; place: (typeof places)[number][1] | ''; content: Child },
): Html {
  return documentOf(
    `${title} · ${view.workspace.fullName}`,
    html`<a class="skip" href="#main">Skip to content</a>
      <header class="bar">
        <div class="bar-inside">
          <a class="brand" href="${link(view, '/')}" aria-label="Sightline, overview">${brand()}</a>
          ${workspaceMenu(view)}
          <nav class="places" aria-label="Main">
            ${places.map(
              ([words, path]) =>
                html`<a
                  href="${path === '/settings' ? settingsLink(view, 'api-keys') : link(view, path)}"
                  data-label="${words}"
                  ${path === place && html`aria-current="page"`}
                  >${words}</a
                >`,
            )}
          </nav>
          ${personMenu(view)}
        </div>
      </header>
      <main id="main" tabindex="-1">${pageNotice(view)} ${content} ${flashDialog(view)}</main>`,
  );
}

function pageNotice(view: PageView): Child {
  if (view.flash?.kind === 'done') return doneNotice(view.flash.words);
  const problem = problemOf(view, 'page');
  return problem && problemNotice(problem.words);
}

const tabs = [
  ['api-keys', 'API Keys'],
  ['spending', 'Spending'],
  ['integrations', 'Integrations'],
  ['team', 'Team'],
] as const;

/** A page of the settings. */
export function settingsPage(view: PageView, tab: (typeof tabs)[number][0], content: Child): Html {
  const title = tabs.find(([name]) => name === tab)?.[1] ?? '';
  return signedInPage(view, {
    title: `${title} · Settings`,
    place: '/settings',
    content: html`<h1>Settings</h1>
      <nav class="tabs" aria-label="Settings">
        ${tabs.map(
          ([name, words]) =>
            html`<a
              href="${settingsLink(view, name)}"
              data-label="${words}"
              ${name === tab && html`aria-current="page"`}
              >${words}</a
            >`,
        )}
      </nav>
      ${content}`,
  });
}

/** The head of a part of a page: what it is, and what can be done. */
export function sectionHead(parts: { id: string; title: string; words: Child; actions?: Child }): Html {
  return html`<div class="section-head">
    <div>
      <h2 id="${parts.id}">${parts.title}</h2>
      <p class="quiet">${parts.words}</p>
    </div>
    ${parts.actions && html`<div class="actions">${parts.actions}</div>`}
  </div>`;
}
