/** What a template's placeholders stand for. */
export interface TemplateValues {
  /** The selected text; several selections in document order, parted by blank lines. */
  selection: string;
  /** What the document's language is called: `TypeScript`. */
  language: string;
  /** The editor's id of it, as it stands behind a fence: `typescript`. */
  languageId: string;
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
  return filled(complete, values);
}

/** Whether a template is about a text: it names the selection, its language or its file. */
export function isAboutText(template: string): boolean {
  return /\{(?:selection|language|file)\}/.test(template);
}

/** Fills `{selection}`, `{language}` and `{file}` where they stand. */
export function filled(template: string, values: Omit<TemplateValues, 'languageId'>): string {
  return template.replace(
    /\{(selection|language|file)\}/g,
    (_match, name: 'selection' | 'language' | 'file') => values[name],
  );
}

/** A fence around `content` that is longer than any fence inside the selection. */
function fenced(content: string, values: TemplateValues): string {
  let longest = 2;
  for (const line of values.selection.split('\n'))
    longest = Math.max(longest, /^`{3,}/.exec(line.trimStart())?.[0].length ?? 0);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${values.languageId}\n${content}\n${fence}`;
}
