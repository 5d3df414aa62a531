import { raw } from 'hono/html';
import type { Html } from './html.ts';

/** Drawn for a field of 16 by 16, in strokes. */
const strokes = {
  copy: '<rect x="5.5" y="5.5" width="8" height="8" rx="1.5"/><path d="M3 10.5h-.5v-8h8V3"/>',
  check: '<path d="m3 8.5 3.2 3.2L13 5"/>',
  trash: '<path d="M2.5 4.5h11M6 4.5v-2h4v2M4 4.5l.6 9h6.8l.6-9M6.7 7v4M9.3 7v4"/>',
  rotate: '<path d="M13.5 8A5.5 5.5 0 0 1 3.6 11.3M2.5 8a5.5 5.5 0 0 1 9.9-3.3M12.7 2v3h-3M3.3 14v-3h3"/>',
  plus: '<path d="M8 3v10M3 8h10"/>',
  caret: '<path d="m4.5 6.5 3.5 3.5 3.5-3.5"/>',
  warning: '<path d="M8 2 1.8 13.5h12.4zM8 6.5v3.2M8 11.4v.2"/>',
  lock: '<rect x="3" y="7" width="10" height="6.5" rx="1.5"/><path d="M5 7V5a3 3 0 0 1 6 0v2"/>',
  user: '<circle cx="8" cy="5.5" r="2.7"/><path d="M2.8 13.8c.6-2.8 2.6-4.2 5.2-4.2s4.6 1.4 5.2 4.2"/>',
  external: '<path d="M9 2.5h4.5V7M13.5 2.5 7.5 8.5M11.5 9v4.5h-9v-9H7"/>',
  close: '<path d="m4 4 8 8M12 4l-8 8"/>',
} as const;

/** An icon beside words, or alone in a control that has an accessible name of its own. */
export function icon(name: keyof typeof strokes): Html {
  return raw(
    `<svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">${strokes[name]}</svg>`,
  );
}
