import type { VNode } from 'preact';

/** An icon of VS Code's icon font; says nothing to a screen reader. */
export function Codicon({
  name,
  spin = false,
  slot,
}: {
  name: string;
  spin?: boolean;
  slot?: string;
}): VNode {
  const classes = `codicon codicon-${name}${spin ? ' codicon-modifier-spin' : ''}`;
  return <span class={classes} slot={slot} aria-hidden="true" />;
}
