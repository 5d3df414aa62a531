import type { Page } from 'playwright-core';

/** More stops than any page has. */
const mostStops = 200;

export interface TabOrder {
  /** The names of what the Tab key leads to, in that order, from the beginning of the page. */
  stops: string[];
  /** The names of what can be used, but is led to neither by Tab nor by the arrows of a stop. */
  missed: string[];
}

/**
 * Walks once through a page, or the dialog over it, with the Tab key. What the arrow keys walk (a toolbar, a table, a list,
 * radio buttons) is one stop.
 */
export async function tabOrder(page: Page): Promise<TabOrder> {
  await page.evaluate(() => ((window as unknown as Walked).walked = new Set()));
  // To the end of the page: the next one begins it anew.
  for (let presses = 0; presses < mostStops; presses++) {
    await pressTab(page);
    if (await page.evaluate(() => document.activeElement === document.body)) break;
  }
  const stops: string[] = [];
  while (stops.length < mostStops) {
    await pressTab(page);
    const stop = await page.evaluate(nextStop);
    if (stop === undefined) break;
    stops.push(stop);
  }
  return { stops, missed: await page.evaluate(missedStops) };
}

/** Presses Tab, and waits until the page has drawn what came of it: what scrolled into view may show or hide buttons. */
async function pressTab(page: Page): Promise<void> {
  await page.keyboard.press('Tab');
  await page.evaluate(() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn))));
}

interface Walked {
  walked: Set<Element>;
}

/** In the page: the name of what has the focus; nothing where that was here before, or the page has ended. */
function nextStop(): string | undefined {
  const { walked } = window as unknown as Walked;
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  if (element === null || element === document.body || walked.has(element)) return undefined;
  walked.add(element);
  const { labels } = element as HTMLInputElement;
  const label = [...(labels ?? [])].map(({ textContent }) => textContent).join(' ');
  const titleId = element.getAttribute('aria-labelledby');
  const title = titleId === null ? undefined : document.getElementById(titleId)?.textContent;
  const name = element.getAttribute('aria-label') ?? title ?? (label === '' ? element.textContent : label);
  return name.replaceAll(/\s+/g, ' ').trim();
}

/** In the page: what can be used and was not led to. */
function missedStops(): string[] {
  const { walked } = window as unknown as Walked;
  const usable =
    'a[href], button, input, select, textarea, summary, [role=button], [role=option], [tabindex="0"]';
  const all = (root: ParentNode): HTMLElement[] =>
    [...root.querySelectorAll<HTMLElement>('*')].flatMap(element => [
      ...(element.matches(usable) ? [element] : []),
      ...(element.shadowRoot ? all(element.shadowRoot) : []),
    ]);
  const isInOneStop = (element: Element): boolean => {
    if (element instanceof HTMLInputElement && element.type === 'radio')
      return [...document.getElementsByName(element.name)].some(other => walked.has(other));
    const group = element.closest('[role=toolbar], [role=listbox], [role=row]');
    return group !== null && [...walked].some(stop => group.contains(stop));
  };
  return all(document.querySelector('dialog[open]') ?? document.body)
    .filter(element => element.checkVisibility({ visibilityProperty: true }))
    .filter(
      element => !element.matches(':disabled, [disabled]') && !walked.has(element) && !isInOneStop(element),
    )
    .map(element => element.getAttribute('aria-label') ?? element.textContent.trim());
}
