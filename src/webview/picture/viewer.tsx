import { t } from '../../base/l10n.ts';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { withShortcut } from '../shared/shortcut.ts';
import { Codicon } from '../shared/codicon.tsx';
import { DetectionBoxes } from './detectionBoxes.tsx';
import { Failed, Reading } from './pictureTrouble.tsx';
import type { LinkedPicture } from './pictureLink.ts';
import { Stage } from './stage.tsx';
import { useOriginalLayers } from './useOriginalLayers.ts';
import { regionOf, type ShownDetections } from './useDetections.ts';
import { useSentParts } from './useSentParts.ts';
import { useSize } from './useSize.ts';
import { useViewing } from './useViewing.ts';
import { ValuesBar } from './valuesBar.tsx';
import { originalGroup, type ValueGroup } from './valueText.ts';
import { areStacked, type Point, type ViewSize } from './viewMaths.ts';
import { ZoomTools } from './zoomTools.tsx';

/** What of a picture is seen. */
export type ShownPicture = 'original' | 'sent' | 'both';

interface ViewerProps {
  picture: LinkedPicture;
  detections: ShownDetections;
  shown: ShownPicture;
  name: string;
  /** The chosen crop of those that were sent, from 0. */
  crop?: number | undefined;
}

/** One picture, or the original and what was sent side by side, moved and zoomed together; below, the values of a pixel. */
export function Viewer(props: ViewerProps): VNode {
  const { detections, shown, name, crop } = props;
  const { state, values, post } = props.picture;
  const { opened, drawn, sent, failed, reading } = state;
  const size: ViewSize = opened ?? sent ?? { width: 1, height: 1 };
  const viewing = useViewing(size);
  const [chosen, setPixel] = useState<Point>();
  // Another page may be smaller.
  const pixel = chosen && chosen.x < size.width && chosen.y < size.height ? chosen : undefined;
  const [probing, setProbing] = useState(false);
  const original = useOriginalLayers(state, viewing, post);
  const parts = useSentParts(shown === 'original' ? undefined : sent, crop, size);
  const { frame } = parts;
  const before = useRef<number | undefined>(undefined);
  useEffect(() => {
    if (frame !== undefined) viewing.showRegion(frame);
    else if (before.current !== undefined) viewing.fit();
    before.current = crop;
  }, [crop, size.width]);
  const { found, listed, lit, revealed, isOn, toggle: toggleDetections } = detections;
  useEffect(() => detections.point(pixel, size), [pixel?.x, pixel?.y, found]);
  useEffect(() => {
    const item = revealed && found?.items[revealed.index];
    if (item !== undefined && found !== undefined) viewing.showRegion(regionOf(item, found, size));
  }, [revealed]);
  const boxes = found && <DetectionBoxes {...{ found, listed, lit, viewing }} picture={size} />;
  const shared = {
    ...{ picture: size, frame, viewing, probing, setProbing, pixel, setPixel, toggleDetections },
  };
  const both = shown === 'both';
  const panes = useRef<HTMLDivElement>(null);
  const space = useSize(panes);
  const stacked = both && space !== undefined && areStacked(size, space) ? ' stacked' : '';

  const groups: ValueGroup[] = [];
  if (pixel !== undefined && opened !== undefined && shown !== 'sent') {
    const title = both ? t('Original') : t('Values');
    groups.push(originalGroup(opened, values.at(opened.opened, pixel), title));
  }
  if (pixel !== undefined) groups.push(...parts.valuesAt(pixel));
  return (
    <div class="viewer">
      <div class="viewer-tools">
        <ZoomTools {...shared} />
        <button
          type="button"
          class="text-button"
          aria-pressed={isOn}
          {...withShortcut(t('Show the objects, faces, text and codes that are recognized'), 'D')}
          onClick={toggleDetections}
        >
          <Codicon name="symbol-array" /> {t('Detections')}
        </button>
      </div>
      <div ref={panes} class={`panes${both ? ' both' : ''}${stacked}`}>
        {shown !== 'original' && (
          <Stage
            {...shared}
            {...(both ? { title: parts.title } : {})}
            label={
              frame
                ? t('{name} as it was sent, {part}', { name, part: frame.words })
                : t('{name} as it was sent', { name })
            }
            layers={parts.layers}
          >
            {boxes}
          </Stage>
        )}
        {shown === 'sent' ? null : original.length > 0 ? (
          <Stage {...shared} {...(both ? { title: t('Original') } : {})} label={name} layers={original}>
            {drawn?.look.page === found?.page && boxes}
          </Stage>
        ) : failed ? (
          <Failed {...{ failed, post }} />
        ) : (
          <Reading {...{ reading, post }} />
        )}
      </div>
      {drawn !== undefined && reading !== undefined && <p class="only-read">{t('Reloading the file')}</p>}
      <ValuesBar {...{ pixel, groups, probing }} />
    </div>
  );
}
