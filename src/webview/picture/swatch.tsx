import type { VNode } from 'preact';
import type { DetectionKind } from '../../protocol/detections.ts';

/** A piece of the line that a kind is drawn with. */
export function Swatch({ kind, hedged = false }: { kind: DetectionKind; hedged?: boolean }): VNode {
  return (
    <svg class="swatch" viewBox="0 0 16 12" width="16" height="12" aria-hidden="true">
      <g class={`outline ${kind}${hedged ? ' hedged' : ''}`}>
        <polygon class="line" points="2,2 14,2 14,10 2,10" />
        {kind === 'code' && <polygon class="gap" points="2,2 14,2 14,10 2,10" />}
      </g>
    </svg>
  );
}
