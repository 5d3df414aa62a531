/** A description that is being changed. There is one at a time; it stays whatever else the person looks at. */
export interface Edit {
  /** Of the row. */
  index: number;
  name: string;
  /** The text when the edit began. */
  before: string;
  text: string;
}

/** Whether there is something to lose. */
export function isChanged(edit: Edit): boolean {
  return edit.text !== edit.before;
}
