import { logInLink } from '../../../platform/logInLink.ts';
import { html } from './html.ts';
import type { Html } from './html.ts';
import { icon } from './icon.ts';

/** Opens the editor where a key of the service at `address` is asked for. The key itself is not in the link. */
export function openInEditor(address: string): Html {
  return html`<p class="field">
    <a class="button" href="${logInLink(address)}">${icon('external')}Open in VS Code</a>
    <span class="quiet">Sightline asks there for the key.</span>
  </p>`;
}
