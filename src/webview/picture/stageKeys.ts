import type { Viewing } from './useViewing.ts';
import { toPane, type Point, type ViewSize } from './viewMaths.ts';

/** What the keys of a pane act on. */
export interface StageActions {
  picture: ViewSize;
  viewing: Pick<Viewing, 'view' | 'pane' | 'fit' | 'zoomTo' | 'step' | 'pan' | 'showPixel'>;
  probing: boolean;
  setProbing: (probing: boolean) => void;
  pixel: Point | undefined;
  setPixel: (pixel: Point | undefined) => void;
  toggleDetections: () => void;
}

/** The part of a keyboard event that is looked at. */
export type Key = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** CSS pixels that an arrow moves the picture by. */
const step = 60;

/** Does what a key means in a pane; false where it means nothing there. */
export function stageKey(key: Key, actions: StageActions): boolean {
  if (key.ctrlKey || key.metaKey || key.altKey) return false;
  const { viewing, probing, setProbing } = actions;
  const arrow = arrows[key.key];
  if (arrow !== undefined) {
    const [dx, dy] = arrow;
    if (probing) movePixel(dx, dy, key.shiftKey ? 10 : 1, actions);
    else viewing.pan(-dx * step, -dy * step);
    return true;
  }
  switch (key.key) {
    case '+':
    case '=':
      viewing.step(1, probed(actions));
      return true;
    case '-':
      viewing.step(-1, probed(actions));
      return true;
    case '0':
      viewing.fit();
      return true;
    case '1':
      viewing.zoomTo(1, probed(actions));
      return true;
    case 'p':
    case 'P':
      toggleProbe(actions);
      return true;
    case 'd':
    case 'D':
      actions.toggleDetections();
      return true;
    case 'Escape':
      if (!probing) return false;
      setProbing(false);
      return true;
    default:
      return false;
  }
}

/** The point of the pane under the probe, which then stays where it is; undefined without a probe. */
export function probed({ probing, pixel, viewing }: StageActions): Point | undefined {
  return probing && pixel !== undefined
    ? toPane(viewing.view, { x: pixel.x + 0.5, y: pixel.y + 0.5 }, viewing.pane)
    : undefined;
}

/** Begins the probe where the pointer is, else in the middle of what is seen; or ends it. */
export function toggleProbe({ probing, setProbing, pixel, setPixel, viewing, picture }: StageActions): void {
  if (!probing && pixel === undefined) setPixel(within({ x: viewing.view.x, y: viewing.view.y }, picture));
  setProbing(!probing);
}

function movePixel(
  dx: number,
  dy: number,
  by: number,
  { pixel, setPixel, viewing, picture }: StageActions,
): void {
  const from = pixel ?? { x: viewing.view.x, y: viewing.view.y };
  const to = within({ x: from.x + dx * by, y: from.y + dy * by }, picture);
  setPixel(to);
  viewing.showPixel(to);
}

function within({ x, y }: Point, { width, height }: ViewSize): Point {
  return {
    x: Math.min(width - 1, Math.max(0, Math.floor(x))),
    y: Math.min(height - 1, Math.max(0, Math.floor(y))),
  };
}
