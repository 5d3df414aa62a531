import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Region } from '../../protocol/picture.ts';
import { stageKey } from './stageKeys.ts';
import { placeOf } from './stagePlace.ts';
import { useSize } from './useSize.ts';
import type { Viewing } from './useViewing.ts';
import { pixelUnder, squareScale, toPane, type Point, type ViewSize } from './viewMaths.ts';

/** A picture or a part of one, where it lies in the pixels that the panes share. */
export interface Layer extends ViewSize {
  left: number;
  top: number;
  dataUrl: string;
}

interface StageProps {
  /** What is seen, for a screen reader. */
  label: string;
  /** A word over the pane, where there are two. */
  title?: string;
  picture: ViewSize;
  layers: Layer[];
  /** A part that is framed, with a word on it. */
  frame?: (Region & { words: string }) | undefined;
  viewing: Viewing;
  probing: boolean;
  setProbing: (probing: boolean) => void;
  pixel: Point | undefined;
  setPixel: (pixel: Point | undefined) => void;
  toggleDetections: () => void;
  /** What lies over the picture. */
  children?: ComponentChildren;
}

/** A pane with a picture: the wheel moves it and with Ctrl zooms, dragging moves it, keys do both. */
export function Stage(props: StageProps): VNode {
  const { label, title, picture, layers, frame, viewing, probing, pixel, setPixel, children } = props;
  const { view, pane, setPane } = viewing;
  const element = useRef<HTMLDivElement>(null);
  const [dragging, setDragging] = useState(false);
  const [within, setWithin] = useState(false);

  const size = useSize(element);
  useLayoutEffect(() => {
    if (size) setPane(size);
  }, [size, setPane]);

  const latest = useRef(props);
  latest.current = props;
  useEffect(() => {
    const stage = element.current;
    if (!stage) return;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const { viewing: now } = latest.current;
      if (isZooming(event))
        now.zoomTo(now.view.scale * Math.exp(-wheelPixels(event) / 500), pointIn(stage, event));
      else now.pan(-(event.shiftKey ? event.deltaY : event.deltaX), event.shiftKey ? 0 : -event.deltaY);
    };
    stage.addEventListener('wheel', onWheel, { passive: false });
    return () => stage.removeEventListener('wheel', onWheel);
  }, []);

  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0 || !element.current || isOnText(event)) return;
    element.current.setPointerCapture(event.pointerId);
    setDragging(true);
  };
  const onPointerMove = (event: PointerEvent) => {
    if (!element.current) return;
    setWithin(true);
    if (dragging) viewing.pan(event.movementX, event.movementY);
    else if (!probing) setPixel(pixelUnder(view, pointIn(element.current, event), pane, picture));
  };
  const onPointerUp = () => setDragging(false);
  const onPointerLeave = () => {
    setWithin(false);
    if (!probing) setPixel(undefined);
  };
  const onDblClick = (event: MouseEvent) => {
    if (!element.current || isOnText(event)) return;
    if (viewing.isFitting) viewing.zoomTo(1, pointIn(element.current, event));
    else viewing.fit();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (stageKey(event, props)) event.preventDefault();
  };
  const marked = pixel !== undefined && (probing || !within) ? pixel : undefined;
  return (
    <div class="stage-frame">
      {title !== undefined && <h3 class="stage-title">{title}</h3>}
      <div
        ref={element}
        class={`stage${dragging ? ' dragging' : ''}${probing ? ' probing' : ''}`}
        role="application"
        aria-roledescription="image"
        aria-label={`${label}, ${Math.round(view.scale * 100)} %`}
        aria-keyshortcuts="+ - 0 1 P D"
        tabIndex={0}
        {...{ onPointerDown, onPointerMove, onPointerUp, onPointerLeave, onDblClick, onKeyDown }}
        onPointerCancel={onPointerUp}
      >
        {layers.map((layer, index) => (
          <Drawn key={index} layer={layer} viewing={viewing} isBase={index === 0} />
        ))}
        {children}
        {frame && <Frame frame={frame} viewing={viewing} />}
        {marked && <Marker pixel={marked} viewing={viewing} />}
      </div>
    </div>
  );
}

/** A line around a part of the picture. */
function Frame({
  frame: { words, ...region },
  viewing,
}: {
  frame: Region & { words: string };
  viewing: Viewing;
}): VNode {
  return (
    <div class="crop-frame" style={placeOf(region, viewing)} aria-hidden="true">
      <span>{words}</span>
    </div>
  );
}

function Drawn({ layer, viewing, isBase }: { layer: Layer; viewing: Viewing; isBase: boolean }): VNode {
  const style = placeOf(layer, viewing);
  const classes = `${isBase ? 'base' : 'detail'}${viewing.view.scale >= squareScale ? ' squares' : ''}`;
  return <img class={classes} style={style} src={layer.dataUrl} alt="" draggable={false} />;
}

/** A frame around a pixel, with lines that lead to it. */
function Marker({ pixel, viewing: { view, pane } }: { pixel: Point; viewing: Viewing }): VNode {
  const side = Math.max(view.scale, 5);
  const { x, y } = toPane(view, { x: pixel.x + 0.5, y: pixel.y + 0.5 }, pane);
  return (
    <div class="marker" aria-hidden="true">
      <span class="across" style={{ top: `${y}px` }} />
      <span class="down" style={{ left: `${x}px` }} />
      <span
        class="pixel"
        style={{
          left: `${x - side / 2}px`,
          top: `${y - side / 2}px`,
          width: `${side}px`,
          height: `${side}px`,
        }}
      />
    </div>
  );
}

/** A line of text that was read is selected there, as on a page. */
function isOnText({ target }: Event): boolean {
  return target instanceof Element && target.closest('.text-line') !== null;
}

/** As in the editor's own image preview: Ctrl (on a Mac Alt) with the wheel, and pinching, which comes as Ctrl with the wheel. */
function isZooming(event: WheelEvent): boolean {
  return event.ctrlKey || event.metaKey || event.altKey;
}

/** How far the wheel turned, in pixels: some count in lines. */
function wheelPixels({ deltaY, deltaMode }: WheelEvent): number {
  return deltaMode === WheelEvent.DOM_DELTA_PIXEL ? deltaY : deltaY * 20;
}

function pointIn(stage: HTMLElement, { clientX, clientY }: MouseEvent): Point {
  const { left, top } = stage.getBoundingClientRect();
  return { x: clientX - left - stage.clientLeft, y: clientY - top - stage.clientTop };
}
