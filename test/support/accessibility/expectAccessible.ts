import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { accessibilityTree, treeProblems } from './accessibilityTree.ts';
import { tabOrder } from './tabOrder.ts';

/**
 * Expects that a screen reader can make use of a page: one main part, one title, a role and a name for whatever can have the
 * focus; and that the Tab key leads to these stops, which are all there is.
 */
export async function expectAccessible(page: Page, stops: readonly string[]): Promise<void> {
  assert.deepEqual(treeProblems(await accessibilityTree(page)), []);
  assert.deepEqual(await tabOrder(page), { stops, missed: [] });
}

/** Expects that a dialog over a page has a name, its parts too, and that the Tab key walks it alone. */
export async function expectAccessibleDialog(
  page: Page,
  name: string,
  stops: readonly string[],
): Promise<void> {
  const tree = await accessibilityTree(page);
  assert.deepEqual(treeProblems(tree, 'dialog'), []);
  assert.ok(
    tree.some(node => node.role === 'dialog' && node.name === name),
    `no dialog is called “${name}”`,
  );
  assert.deepEqual(await tabOrder(page), { stops, missed: [] });
}
