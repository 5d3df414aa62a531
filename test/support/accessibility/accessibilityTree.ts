import type { Page } from 'playwright-core';

/** One thing that a screen reader is told of. */
export interface SpokenNode {
  role: string;
  name: string;
  focusable: boolean;
  /** Of a heading. */
  level?: number;
  /** How its changes are said by themselves: `polite`, `assertive`. */
  live?: string;
  disabled: boolean;
}

/** What a browser hands to a screen reader of a page, in the order in which it is read; what it leaves out is left out. */
export async function accessibilityTree(page: Page): Promise<SpokenNode[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  const byId = new Map(nodes.map(node => [node.nodeId, node]));
  const inOrder: typeof nodes = [];
  const walk = (node: (typeof nodes)[number] | undefined): void => {
    if (!node) return;
    if (!node.ignored) inOrder.push(node);
    for (const child of node.childIds ?? []) walk(byId.get(child));
  };
  walk(nodes.find(({ parentId }) => parentId === undefined));
  return inOrder.map(({ role, name, properties = [] }) => {
    const property = (wanted: string): unknown =>
      properties.find(({ name }) => (name as string) === wanted)?.value.value;
    const [level, live] = [property('level'), property('live')];
    return {
      role: String(role?.value ?? ''),
      name: String(name?.value ?? '').trim(),
      focusable: property('focusable') === true,
      ...(typeof level === 'number' && { level }),
      ...(typeof live === 'string' && { live }),
      disabled: property('disabled') === true,
    };
  });
}

/** What says nothing to who hears it. */
const silentRoles = new Set(['', 'generic', 'none', 'presentation', 'GenericContainer', 'Iframe']);

/**
 * What a screen reader cannot make use of, one line each; empty where all is well. While a dialog is open there is nothing
 * else, and its title is of the second level.
 */
export function treeProblems(tree: readonly SpokenNode[], what: 'page' | 'dialog' = 'page'): string[] {
  const problems: string[] = [];
  const count = (fits: (node: SpokenNode) => boolean): number => tree.filter(fits).length;
  const expected = what === 'page' ? 1 : 0;
  const mains = count(({ role }) => role === 'main');
  if (mains !== expected) problems.push(`${mains} main landmarks`);
  const titles = count(({ role, level }) => role === 'heading' && level === 1);
  if (titles !== expected) problems.push(`${titles} headings of level 1`);
  for (const { role, name, focusable } of tree) {
    if (!focusable || role === 'RootWebArea') continue;
    if (silentRoles.has(role)) problems.push(`“${name}” can have the focus, but has no role`);
    if (name === '') problems.push(`a ${role} can have the focus, but has no name`);
  }
  let level = what === 'page' ? 0 : 1;
  for (const heading of tree.filter(({ role }) => role === 'heading')) {
    const next = heading.level ?? 0;
    if (next > level + 1)
      problems.push(`after a heading of level ${level} follows “${heading.name}” of ${next}`);
    level = next;
  }
  return problems;
}

/** The words that the page's live regions hold now: what was said last. */
export async function saidOn(page: Page): Promise<string[]> {
  const said = await page.getByRole('status').or(page.getByRole('alert')).allTextContents();
  return said.map(text => text.trim()).filter(text => text !== '');
}
