import { t } from '../../../base/l10n.ts';
import { h, type VNode } from 'preact';
import { useEffect, useReducer } from 'preact/hooks';
import { memo } from '../../shared/memo.ts';
import type { MathElement } from './mathMl.ts';

type MathMl = typeof import('./mathMl.ts').mathMl;

/** What makes MathML, once an answer with a formula has been shown. */
let mathMl: MathMl | undefined;

/** What makes MathML; undefined until it is loaded, and where it cannot be. */
function useMathMl(): MathMl | undefined {
  const [, drawAgain] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (mathMl) return;
    let shown = true;
    import('./mathMl.ts').then(
      part => {
        mathMl = part.mathMl;
        if (shown) drawAgain(undefined);
      },
      // The source stays.
      () => undefined,
    );
    return () => {
      shown = false;
    };
  }, []);
  return mathMl;
}

interface FormulaProps {
  tex: string;
  /** It stands on a line of its own. */
  display: boolean;
  /** As it was written, with its marks: what a selection copies, and what is shown where it cannot be drawn. */
  source: string;
}

/** A formula. One that is wrong or too large is its source. */
export const Formula = memo(({ tex, display, source }: FormulaProps): VNode => {
  const drawn = useMathMl()?.(tex, display);
  if (!drawn) return <span class="formula-source">{source}</span>;
  const math = drawElement(drawn);
  return display ? (
    <span
      class="formula display"
      dir="ltr"
      data-source={source}
      tabIndex={0}
      role="group"
      aria-label={t('Formula')}
    >
      {math}
    </span>
  ) : (
    <span class="formula" dir="ltr" data-source={source}>
      {math}
    </span>
  );
});

/** Of a selection with formulas their sources are copied, in the text around them. */
export function copySources(event: ClipboardEvent): void {
  const selection = getSelection();
  if (!selection || selection.rangeCount === 0 || !event.clipboardData) return;
  const copy = document.createElement('div');
  copy.append(selection.getRangeAt(0).cloneContents());
  const formulas = copy.querySelectorAll<HTMLElement>('.formula');
  if (formulas.length === 0) return;
  for (const formula of formulas) {
    const written = document.createElement('span');
    written.className = 'formula-source';
    written.textContent = formula.dataset['source'] ?? '';
    formula.replaceWith(written);
  }
  // Only what is laid out has its line breaks; it is gone before anything is painted.
  document.body.append(copy);
  event.clipboardData.setData('text/plain', copy.innerText);
  copy.remove();
  event.preventDefault();
}

function drawElement({ name, attributes, style, children }: MathElement): VNode {
  const inner = children.map(child => (typeof child === 'string' ? child : drawElement(child)));
  return h(name, { ...attributes, ...(Object.keys(style).length > 0 ? { style } : {}) }, inner);
}
