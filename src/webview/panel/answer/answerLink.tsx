import type { ComponentChildren, VNode } from 'preact';
import { usePanel } from '../panelContext.ts';

/** Longest address that the host takes. */
const longestAddress = 8192;

/**
 * A link of an answer. It shows its target, and a click only asks the host to open it. It has no `href`: nothing can
 * be fetched or followed behind the host's back. Other schemes than the three are shown as text with their target.
 */
export function AnswerLink({ href, children }: { href: string; children: ComponentChildren }): VNode {
  const { post } = usePanel();
  if (!/^(https?|mailto):/i.test(href) || href.length > longestAddress)
    return (
      <span class="dead-link" title={href}>
        {children} <span class="target">({href})</span>
      </span>
    );

  const open = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
    post({ type: 'openLink', href });
  };
  return (
    <a
      class="answer-link"
      role="link"
      tabIndex={0}
      title={href}
      data-target={href}
      onClick={open}
      onKeyDown={event => event.key === 'Enter' && open(event)}
    >
      {children}
    </a>
  );
}
