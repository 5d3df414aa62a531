import type { VNode } from 'preact';
import type { Detection, Found } from '../../protocol/detections.ts';
import { placeOf } from './stagePlace.ts';
import { detectionLabel } from './detectionText.ts';
import { regionOf, type Listed } from './useDetections.ts';
import type { Viewing } from './useViewing.ts';
import type { ViewSize } from './viewMaths.ts';

interface DetectionBoxesProps {
  found: Found;
  listed: readonly Listed[];
  lit: number | undefined;
  /** Size of the picture as the viewer counts it; what was recognised may count in another. */
  picture: ViewSize;
  viewing: Viewing;
}

/**
 * Boxes over a picture: objects solid, what is not sure dashed, faces dotted, codes double, text thin, so that colour
 * alone tells nothing. The lines of text can be selected where they stand.
 */
export function DetectionBoxes({ found, listed, lit, picture, viewing }: DetectionBoxesProps): VNode {
  const whole = { left: 0, top: 0, ...picture };
  return (
    <>
      <svg
        class="detection-boxes"
        style={placeOf(whole, viewing)}
        viewBox={`0 0 ${found.width} ${found.height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={found.sentence}
      >
        {listed.map(({ item, index }) => (
          <Outline key={index} item={item} isLit={index === lit} />
        ))}
        {listed.map(({ item, index }) => item.kind === 'text' && <TextLine key={index} item={item} />)}
      </svg>
      {listed.map(
        ({ item, index }) =>
          (item.kind !== 'text' || index === lit) && (
            <Tag key={index} isLit={index === lit} {...{ item, found, picture, viewing }} />
          ),
      )}
    </>
  );
}

function Outline({ item: { kind, hedged, corners }, isLit }: { item: Detection; isLit: boolean }): VNode {
  const points = corners.map(({ x, y }) => `${x},${y}`).join(' ');
  return (
    <g class={`outline ${kind}${hedged ? ' hedged' : ''}${isLit ? ' lit' : ''}`}>
      <polygon class="ground" points={points} />
      <polygon class="line" points={points} />
      {kind === 'code' && <polygon class="gap" points={points} />}
    </g>
  );
}

/** How far below its top the feet of a line's letters stand, and how large they are, as a share of its height. */
const [baseline, letters] = [0.78, 0.82];

/** A line of text to be selected, unseen, as wide as it stands in the picture. */
function TextLine({ item: { label, corners } }: { item: Detection }): VNode {
  const [start, end, , below] = corners;
  const length = Math.hypot(end.x - start.x, end.y - start.y);
  const height = Math.hypot(below.x - start.x, below.y - start.y);
  const angle = (Math.atan2(end.y - start.y, end.x - start.x) * 180) / Math.PI;
  return (
    <text
      class="text-line"
      transform={`translate(${start.x} ${start.y}) rotate(${angle})`}
      y={height * baseline}
      font-size={height * letters}
      textLength={length}
      lengthAdjust="spacingAndGlyphs"
    >
      {label}
    </text>
  );
}

/** What is in a box, on its upper edge, in the size of the page's own text. */
function Tag(props: {
  item: Detection;
  found: Found;
  isLit: boolean;
  picture: ViewSize;
  viewing: Viewing;
}): VNode {
  const { item, found, isLit, picture, viewing } = props;
  const { left, top } = placeOf(regionOf(item, found, picture), viewing);
  return (
    <span class={`detection-tag${isLit ? ' lit' : ''}`} style={{ left, top }} dir="auto" aria-hidden="true">
      {detectionLabel(item)}
    </span>
  );
}
