import { isJsonObject } from '../../base/json.ts';

/** What the menu of an entry says of it: its id, absent where a command was not called by that menu, and the text that is selected in it. */
export function clickedEntry(argument: unknown): { id: string | undefined; selected: string } {
  const { entry, selected } = isJsonObject(argument) ? argument : {};
  return {
    id: typeof entry === 'string' ? entry : undefined,
    selected: typeof selected === 'string' ? selected : '',
  };
}
