import { Component, h, type ComponentChild, type ComponentType } from 'preact';

/** A component that is drawn again only when one of its properties is another one. */
export function memo<P extends object>(draw: (props: P) => ComponentChild): ComponentType<P> {
  return class Memo extends Component<P> {
    override shouldComponentUpdate(next: P): boolean {
      const keys = new Set([...Object.keys(this.props), ...Object.keys(next)]) as Set<keyof P>;
      return [...keys].some(key => this.props[key] !== next[key]);
    }
    // An element, not a call: `draw` may use hooks.
    override render(props: P): ComponentChild {
      return h(draw, props);
    }
  };
}
