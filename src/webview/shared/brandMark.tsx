import type { VNode } from 'preact';
import icon from '../../../media/icon.svg';

/** The product's icon, the one file of it: beside words that name it. */
export function BrandMark({ side }: { side: number }): VNode {
  return <img class="brand-mark" src={icon} width={side} height={side} alt="" />;
}
