import { useState } from 'preact/hooks';
import type { Detection, DetectionKind, Detections, Found } from '../../protocol/detections.ts';
import { boundsOf, detectionAt } from './detectionText.ts';
import { scaledRegion } from './crops.ts';
import type { LinkedPicture } from './pictureLink.ts';
import type { Region } from '../../protocol/picture.ts';
import type { Point, ViewSize } from './viewMaths.ts';

/** A detection with its place among all of them. */
export interface Listed {
  index: number;
  item: Detection;
}

/** What was recognised in a picture, and which of it is seen, lit and looked at. */
export interface ShownDetections {
  detections: Detections;
  isOn: boolean;
  /** Undefined until something came. */
  found: Found | undefined;
  /** Those whose kind is not hidden. */
  listed: Listed[];
  hidden: ReadonlySet<DetectionKind>;
  toggleKind: (kind: DetectionKind) => void;
  /** The one that is lit, over the picture and in the list. */
  lit: number | undefined;
  /** Whether it was lit over the picture: then the list shows its row. */
  isLitByPointer: boolean;
  /** Lights one from the list. */
  light: (index: number | undefined) => void;
  /** Lights what lies under a point of the picture, in its pixels. */
  point: (at: Point | undefined, picture: ViewSize) => void;
  /** One to be seen as large as the window allows; a new object each time. */
  revealed: { index: number } | undefined;
  reveal: (index: number) => void;
  toggle: () => void;
  post: LinkedPicture['post'];
}

/** What was recognised in a picture, as the host tells it, and what the person does with it. */
export function useDetections({ state, post }: LinkedPicture): ShownDetections {
  const detections = state.detections ?? { state: 'off' };
  const found = detections.state === 'found' ? detections : undefined;
  const [hidden, setHidden] = useState<ReadonlySet<DetectionKind>>(new Set());
  const [fromList, light] = useState<number>();
  const [underPointer, setUnderPointer] = useState<number>();
  const [revealed, setRevealed] = useState<{ index: number }>();
  const listed = (found?.items ?? [])
    .map((item, index) => ({ item, index }))
    .filter(({ item }) => !hidden.has(item.kind));
  const isOn = detections.state !== 'off';
  return {
    ...{ detections, isOn, found, listed, hidden, light, revealed, post },
    lit: fromList ?? underPointer,
    isLitByPointer: fromList === undefined,
    toggleKind: kind =>
      setHidden(before => {
        const after = new Set(before);
        if (!after.delete(kind)) after.add(kind);
        return after;
      }),
    point: (at, picture) => {
      if (found === undefined || at === undefined) return setUnderPointer(undefined);
      const point = {
        x: ((at.x + 0.5) * found.width) / picture.width,
        y: ((at.y + 0.5) * found.height) / picture.height,
      };
      const position = detectionAt(
        listed.map(({ item }) => item),
        point,
      );
      setUnderPointer(position === undefined ? undefined : listed[position]?.index);
    },
    reveal: index => setRevealed({ index }),
    toggle: () => post({ type: 'detect', on: !isOn }),
  };
}

/** Where a detection lies, in the pixels of the picture as a viewer counts them. */
export function regionOf(item: Detection, found: Found, picture: ViewSize): Region {
  return scaledRegion(boundsOf(item), found, picture);
}
