import { link } from '../view.ts';
import type { PageView } from '../view.ts';
import { html } from './html.ts';
import type { Html } from './html.ts';
import { icon } from './icon.ts';

/** Shows an existing key on the next page, once, to be copied by hand: where there is no script that copies it. */
export function showKeyForm(view: PageView, { id, name }: { id: string; name: string }): Html {
  return html`<form class="without-script" method="post" action="${link(view, '/settings/api-keys/show')}">
    <input type="hidden" name="keyId" value="${id}" />
    <button class="icon-button worded" aria-label="Show ${name} to copy it">
      ${icon('copy')}<span>Show</span>
    </button>
  </form>`;
}
