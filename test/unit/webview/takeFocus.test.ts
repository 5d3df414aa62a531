// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import { takeFocus } from '../../../src/webview/shared/takeFocus.ts';

let isHere: boolean;
let first: HTMLElement;
let second: HTMLElement;
beforeEach(() => {
  isHere = true;
  document.hasFocus = () => isHere;
  document.body.replaceChildren();
  const button = (): HTMLElement => document.body.appendChild(document.createElement('button'));
  [first, second] = [button(), button()];
});

function comesToThePage(): void {
  isHere = true;
  window.dispatchEvent(new Event('focus'));
}

test('the page gives an element the focus at once where the person is in it', () => {
  takeFocus(first);
  expect(document.activeElement).toBe(first);
});

test('a page takes no focus while the person is elsewhere; they find it when they come', () => {
  isHere = false;
  takeFocus(first);
  takeFocus(second);
  expect(document.activeElement).toBe(document.body);
  comesToThePage();
  expect(document.activeElement).toBe(second);
  second.blur();
  window.dispatchEvent(new Event('focus'));
  expect(document.activeElement).toBe(document.body);
});

test('what was wanted before is forgotten where it is gone, or where something else got the focus since', () => {
  isHere = false;
  takeFocus(first);
  first.remove();
  comesToThePage();
  expect(document.activeElement).toBe(document.body);
  isHere = false;
  takeFocus(first);
  isHere = true;
  takeFocus(second);
  second.blur();
  window.dispatchEvent(new Event('focus'));
  expect(document.activeElement).toBe(document.body);
});
