import { h, render, type ComponentChild } from 'preact';
import { onTestFinished } from 'vitest';
import type { PanelMessage } from '../../../../src/protocol/panel.ts';
import { PanelContext, type PanelActions } from '../../../../src/webview/panel/panelContext.ts';

/** A part of the panel on the test's page, and what it did. */
export interface Mounted {
  root: HTMLElement;
  posted: PanelMessage[];
  told: string[];
  show: (part: ComponentChild) => void;
}

// jsdom has form-associated elements without this part of them.
Object.assign(ElementInternals.prototype, { setFormValue: () => undefined });

// jsdom's elements of MathML have none.
Object.defineProperty(Element.prototype, 'style', { configurable: true, get: () => ({}) });

// The person is in the page.
document.hasFocus = () => true;

/** An empty page (jsdom) on which parts of the panel can be shown. What waits for the next frame still runs in it. */
export function mount(): Mounted {
  onTestFinished(settle);
  document.body.replaceChildren();
  const root = document.body.appendChild(document.createElement('div'));
  const posted: PanelMessage[] = [];
  const told: string[] = [];
  const actions: PanelActions = {
    post: message => posted.push(message),
    notify: text => told.push(text),
    sent: () => Promise.reject(new Error('Not in this test.')),
    showSent: id => told.push(`sent ${id}`),
    showPicture: ({ picture, entry }) => told.push(`large ${entry ?? 'next'} ${picture}`),
  };
  return {
    ...{ root, posted, told },
    show: part => render(h(PanelContext.Provider, { value: actions }, part), root),
  };
}

/** A moment in which effects run and the page is drawn again. */
export function settle(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, 50));
}
