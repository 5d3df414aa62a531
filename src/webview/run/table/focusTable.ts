import { takeFocus } from '../../shared/takeFocus.ts';

/** Gives the focus to the table's current row. */
export function focusTable(): void {
  const row = document.querySelector<HTMLElement>('[role="grid"] [role="row"][tabindex="0"]');
  if (row) takeFocus(row);
}
