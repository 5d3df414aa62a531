import { Component, h, type ComponentChild, type ComponentType } from 'preact';

/** A component that is drawn again only when one of its properties is another one. */
export function memo<P extends object>(draw: (props: P) => ComponentChild): ComponentType<P> {
  return class Memo extends Component<P> {
    override shouldComponentUpdate(next: P): boolean {
      for (const key in next) if (this.props[key] !== next[key]) return true;
      for (const key in this.props) if (!(key in next)) return true;
      return false;
    }
    // An element, not a call: `draw` may use hooks.
    override render(props: P): ComponentChild {
      return h(draw, props);
    }
  };
}
