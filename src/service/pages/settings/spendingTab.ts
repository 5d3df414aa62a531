import { html } from '../markup/html.ts';
import type { Html } from '../markup/html.ts';
import { settingsPage } from '../markup/layout.ts';
import { lockedNote } from '../markup/notice.ts';
import { may, ownerOf } from '../view.ts';
import type { PageView } from '../view.ts';
import { budgetSection } from './budgetSection.ts';
import { priceSection } from './priceSection.ts';
import { sharedAnswerSection } from './sharedAnswerSection.ts';

/** Settings > Spending. */
export function spendingTab(view: PageView): Html {
  return settingsPage(
    view,
    'spending',
    html`${
      may(view, 'seeSpend')
        ? budgetSection(view)
        : lockedNote(
            'Only the owner can view budgets',
            html`Ask <strong><bdi>${ownerOf(view)}</bdi></strong> if a request was refused.`,
          )
    }
    ${priceSection(view)} ${sharedAnswerSection(view)}`,
  );
}
