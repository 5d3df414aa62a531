import { html } from './html.ts';
import type { Html } from './html.ts';

/** A field of a form. */
export interface FieldParts {
  id: string;
  label: string;
  /** The name it is sent under. */
  name?: string;
  help?: string;
  value?: string | undefined;
  /** Whether it has the focus when its dialog opens. */
  focus?: boolean;
}

/**
 * A field for a name that people give: 1 to 100 characters. `chosen`: needed only where its part of the form is, which
 * a script says to the browser.
 */
export function nameField(parts: FieldParts & { chosen?: boolean }): Html {
  return field(
    parts,
    html`<input
      ${common(parts)}
      name="${parts.name ?? 'name'}"
      value="${parts.value}"
      maxlength="100"
      pattern=".*\\S.*"
      title="At least one letter or digit"
      ${parts.chosen === true ? html`data-required` : html`required`}
      autocomplete="off"
    />`,
  );
}

/** A field for a text that may be empty. */
export function textField(
  parts: FieldParts & { name: string; type?: 'text' | 'url'; pattern?: string; required?: boolean },
): Html {
  const { name, value, type = 'text', pattern, help = '', required = false } = parts;
  return field(
    parts,
    html`<input
      ${common(parts)}
      name="${name}"
      type="${type}"
      value="${value}"
      ${pattern !== undefined && html`pattern="${pattern}" title="${help}"`}
      ${required && html`required`}
      maxlength="2000"
      spellcheck="false"
      autocapitalize="none"
      autocomplete="off"
    />`,
  );
}

/** A field for a list, with one entry on each line; it must not be empty. */
export function linesField(parts: FieldParts & { name: string }): Html {
  return field(
    parts,
    html`<textarea
      ${common(parts)}
      name="${parts.name}"
      class="mono"
      rows="4"
      maxlength="20000"
      required
      spellcheck="false"
      autocapitalize="none"
      autocomplete="off"
    >
${parts.value}</textarea>`,
  );
}

/** A field for a key: never filled in by us. */
export function secretField(parts: Omit<FieldParts, 'value'>): Html {
  return field(
    parts,
    html`<input
      ${common(parts)}
      name="${parts.name ?? 'key'}"
      type="password"
      maxlength="4096"
      autocomplete="off"
      spellcheck="false"
    />`,
  );
}

/** A field with one of a few values. */
export function choiceField(
  parts: FieldParts & { name: string; options: readonly (readonly [value: string, words: string])[] },
): Html {
  return field(
    parts,
    html`<select ${common(parts)} name="${parts.name}">
      ${parts.options.map(
        ([value, words]) =>
          html`<option value="${value}" ${value === parts.value && html`selected`}>${words}</option>`,
      )}
    </select>`,
  );
}

function field({ id, label, help }: FieldParts, control: Html): Html {
  return html`<div class="field">
    <label for="${id}">${label}</label>
    ${control} ${help !== undefined && html`<p class="help" id="${id}-help">${help}</p>`}
  </div>`;
}

function common({ id, help, focus = false }: FieldParts): Html {
  return html`id="${id}" ${help !== undefined && html`aria-describedby="${id}-help"`}
  ${focus && html`autofocus`}`;
}
