import type { VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { TemplateView } from '../../../protocol/panel.ts';
import { Codicon } from '../../shared/codicon.tsx';
import { t } from '../../../base/l10n.ts';
import { shorten } from '../../../base/shorten.ts';

/** Characters of a template's prompt beside its name. */
const shownPrompt = 120;

/** The templates that fit what stands behind a slash at the beginning of the box; the keys that walk them. */
export interface TemplateChoice {
  /** Empty where nothing is to be chosen. */
  fitting: readonly TemplateView[];
  active: number;
  /** Whether it took the key. */
  onKey: (event: KeyboardEvent) => boolean;
  choose: (template: TemplateView) => void;
}

/**
 * Offers the templates while the box holds a slash and the beginning of a name.
 * @param ask Asks the host for the templates, as they are now.
 */
export function useTemplates(
  draft: string,
  templates: readonly TemplateView[],
  { ask, choose }: { ask: () => void; choose: (template: TemplateView) => void },
): TemplateChoice {
  const [place, setPlace] = useState(0);
  const [dismissed, setDismissed] = useState(false);
  const begun = draft.startsWith('/');
  // Before the next key: one that came in between would be undone.
  useLayoutEffect(() => {
    setDismissed(false);
    if (begun) ask();
  }, [begun]);
  useLayoutEffect(() => setPlace(0), [draft]);

  const wanted = draft.slice(1).toLowerCase();
  const fits = ({ name }: TemplateView): boolean => name.toLowerCase().includes(wanted);
  const fitting = begun && !dismissed ? templates.filter(fits) : [];
  const active = Math.min(place, Math.max(0, fitting.length - 1));
  const onKey = (event: KeyboardEvent): boolean => {
    const chosen = fitting[active];
    if (chosen === undefined || event.isComposing || event.shiftKey) return false;
    switch (event.key) {
      case 'ArrowDown':
        setPlace((active + 1) % fitting.length);
        break;
      case 'ArrowUp':
        setPlace((active + fitting.length - 1) % fitting.length);
        break;
      case 'Enter':
      case 'Tab':
        choose(chosen);
        break;
      case 'Escape':
        setDismissed(true);
        break;
      default:
        return false;
    }
    event.preventDefault();
    return true;
  };
  return { fitting, active, onKey, choose };
}

/** The id of an entry of the list, for the box that walks it. */
export const templateId = (index: number): string => `template-${index}`;

/** The list above the box; the focus stays in the box. */
export function Templates({ fitting, active, choose }: TemplateChoice): VNode | null {
  const list = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  if (fitting.length === 0) return null;
  return (
    <ul class="templates" role="listbox" id="templates" aria-label={t('Prompts')} ref={list}>
      {fitting.map((template, index) => (
        <li
          key={template.id}
          id={templateId(index)}
          role="option"
          aria-selected={index === active}
          // A press would take the focus out of the box.
          onMouseDown={event => event.preventDefault()}
          onClick={() => choose(template)}
        >
          {template.isWrong === true && <Codicon name="warning" />}
          <span dir="auto" title={template.place}>
            {template.name}
          </span>
          <span class="measure" dir="auto">
            {shorten(template.prompt, shownPrompt)}
          </span>
        </li>
      ))}
    </ul>
  );
}
