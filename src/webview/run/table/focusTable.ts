/** Gives the focus to the table's current row. */
export function focusTable(): void {
  document.querySelector<HTMLElement>('[role="grid"] [role="row"][tabindex="0"]')?.focus();
}
