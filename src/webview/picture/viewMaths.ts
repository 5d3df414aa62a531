/** Pixels. */
export interface ViewSize {
  width: number;
  height: number;
}

/** Where one looks: CSS pixels to a picture's pixel, and the point of the picture in the middle of the pane. */
export interface View {
  scale: number;
  x: number;
  y: number;
}

/** A point, in CSS pixels from a pane's top left corner or in pixels of the picture. */
export interface Point {
  x: number;
  y: number;
}

/** The steps of the zoom; those up to 20 are those of the editor's own image preview. */
const steps = [
  0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.5, 2, 3, 5, 7, 10, 15, 20, 30, 40, 64,
];

/** Largest scale. */
export const maxScale = 64;

/** From this scale on, pixels are drawn as squares. */
export const squareScale = 3;

/** Small pictures are enlarged this much at most to fit. */
const fitLimit = 8;

/** The scale at which the whole picture is seen; small ones are enlarged by a whole number, so that each pixel stays a square. */
export function fitScale(picture: ViewSize, pane: ViewSize): number {
  const scale = Math.min(pane.width / picture.width, pane.height / picture.height);
  return scale < 1 ? scale : Math.min(fitLimit, Math.floor(scale));
}

/** Whether two panes in a space show more of a picture one above the other than side by side. */
export function areStacked(picture: ViewSize, space: ViewSize): boolean {
  const scaleIn = (width: number, height: number): number =>
    Math.min(width / picture.width, height / picture.height);
  return scaleIn(space.width, space.height / 2) > scaleIn(space.width / 2, space.height);
}

/** The whole picture in the pane. */
export function fitView(picture: ViewSize, pane: ViewSize): View {
  return { scale: fitScale(picture, pane), x: picture.width / 2, y: picture.height / 2 };
}

/** A part of the picture in the pane, with a little of what is around it. */
export function regionView(
  { left, top, width, height }: { left: number; top: number } & ViewSize,
  pane: ViewSize,
): View {
  const around = 0.94;
  return {
    scale: around * Math.min(pane.width / width, pane.height / height),
    x: left + width / 2,
    y: top + height / 2,
  };
}

/** The next step of the zoom above (1) or below (-1) a scale. */
export function nextScale(scale: number, direction: 1 | -1): number {
  const near = 1e-6;
  return direction > 0
    ? (steps.find(step => step > scale * (1 + near)) ?? maxScale)
    : (steps.findLast(step => step < scale * (1 - near)) ?? scale);
}

/** Another scale around a point of the pane, which stays over the same point of the picture. */
export function zoomAbout(view: View, scale: number, at: Point, pane: ViewSize): View {
  const under = toPicture(view, at, pane);
  return {
    scale,
    x: under.x - (at.x - pane.width / 2) / scale,
    y: under.y - (at.y - pane.height / 2) / scale,
  };
}

/** Moves what is seen by CSS pixels. */
export function panned(view: View, dx: number, dy: number): View {
  return { ...view, x: view.x - dx / view.scale, y: view.y - dy / view.scale };
}

/** A view within the picture: in the middle where it fits, else without a gap at its edges; within the limits of the zoom. */
export function clamped(view: View, picture: ViewSize, pane: ViewSize): View {
  const least = Math.min(steps[0] ?? 0.01, fitScale(picture, pane));
  const scale = Math.min(maxScale, Math.max(least, view.scale));
  return {
    scale,
    x: clampedCentre(view.x, picture.width, pane.width / scale),
    y: clampedCentre(view.y, picture.height, pane.height / scale),
  };
}

function clampedCentre(centre: number, length: number, seen: number): number {
  return seen >= length ? length / 2 : Math.min(length - seen / 2, Math.max(seen / 2, centre));
}

/** The point of the picture under a point of the pane. */
export function toPicture(view: View, at: Point, pane: ViewSize): Point {
  return {
    x: view.x + (at.x - pane.width / 2) / view.scale,
    y: view.y + (at.y - pane.height / 2) / view.scale,
  };
}

/** The point of the pane at which a point of the picture is seen. */
export function toPane(view: View, at: Point, pane: ViewSize): Point {
  return {
    x: (at.x - view.x) * view.scale + pane.width / 2,
    y: (at.y - view.y) * view.scale + pane.height / 2,
  };
}

/** The pixel under a point of the pane; undefined beside the picture. */
export function pixelUnder(view: View, at: Point, pane: ViewSize, picture: ViewSize): Point | undefined {
  const point = toPicture(view, at, pane);
  const [x, y] = [Math.floor(point.x), Math.floor(point.y)];
  return x >= 0 && y >= 0 && x < picture.width && y < picture.height ? { x, y } : undefined;
}

/** A view in which a pixel is seen: as it is, or moved as little as need be. */
export function withPixelSeen(view: View, { x, y }: Point, pane: ViewSize): View {
  const [halfWidth, halfHeight] = [pane.width / 2 / view.scale, pane.height / 2 / view.scale];
  return {
    ...view,
    x: Math.min(x + halfWidth, Math.max(x + 1 - halfWidth, view.x)),
    y: Math.min(y + halfHeight, Math.max(y + 1 - halfHeight, view.y)),
  };
}

/** The part of the picture that is seen, in whole pixels of it. */
export function seenRegion(
  view: View,
  picture: ViewSize,
  pane: ViewSize,
): { left: number; top: number } & ViewSize {
  const from = toPicture(view, { x: 0, y: 0 }, pane);
  const to = toPicture(view, { x: pane.width, y: pane.height }, pane);
  const left = Math.max(0, Math.floor(from.x));
  const top = Math.max(0, Math.floor(from.y));
  return {
    left,
    top,
    width: Math.min(picture.width, Math.ceil(to.x)) - left,
    height: Math.min(picture.height, Math.ceil(to.y)) - top,
  };
}
