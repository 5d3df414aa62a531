import { html } from './html.ts';
import type { Child, Html } from './html.ts';
import { icon } from './icon.ts';

/** Says what was done: also to a screen reader, once the page has loaded. */
export function doneNotice(words: string): Html {
  return html`<div class="notice done" role="status" data-announce>
    ${icon('check')}
    <p>${words}</p>
  </div>`;
}

/** Says what went wrong. */
export function problemNotice(words: string): Html {
  return html`<div class="notice problem" role="alert">
    ${icon('warning')}
    <p>${words}</p>
  </div>`;
}

/** Says who may see what is not shown here. */
export function lockedNote(title: string, content: Child): Html {
  return html`<div class="note">
    ${icon('lock')}
    <div>
      <p><strong>${title}</strong></p>
      <p>${content}</p>
    </div>
  </div>`;
}
