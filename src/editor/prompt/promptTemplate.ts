/** What a template's placeholders stand for. */
export interface TemplateValues {
  /** The selected text; several selections in document order, parted by blank lines. */
  selection: string;
  /** The document's language as the editor names it. */
  language: string;
  /** The document's name, without its folder. */
  file: string;
}

/**
 * Fills `{selection}`, `{language}` and `{file}`; other braces stay as they are. A template that does not name the
 * selection gets it at its end, fenced, so that no template can lose it.
 */
export function fillTemplate(template: string, values: TemplateValues): string {
  const complete = template.includes('{selection}')
    ? template
    : `${template}\n\n${fenced('{selection}', values)}`;
  return complete.replace(
    /\{(selection|language|file)\}/g,
    (_match, name: keyof TemplateValues) => values[name],
  );
}

/** A fence around `content` that is longer than any fence inside the selection. */
function fenced(content: string, values: TemplateValues): string {
  let longest = 2;
  for (const line of values.selection.split('\n'))
    longest = Math.max(longest, /^`{3,}/.exec(line.trimStart())?.[0].length ?? 0);
  const fence = '`'.repeat(longest + 1);
  return `${fence}{language}\n${content}\n${fence}`;
}
