import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Failed, Reading } from './pictureTrouble.tsx';
import type { LinkedPicture } from './pictureLink.ts';
import { useSentPixels } from './sentPixels.ts';
import { Stage, type Layer } from './stage.tsx';
import { useOriginalLayers } from './useOriginalLayers.ts';
import { useSize } from './useSize.ts';
import { useViewing } from './useViewing.ts';
import { ValuesBar } from './valuesBar.tsx';
import { originalGroup, sentPixel, type ValueGroup } from './valueWords.ts';
import { areStacked, type Point, type Size } from './viewMaths.ts';
import { ZoomTools } from './zoomTools.tsx';

/** What of a picture is seen. */
export type Shown = 'original' | 'sent' | 'both';

interface ViewerProps {
  picture: LinkedPicture;
  shown: Shown;
  name: string;
}

/** One picture, or the original and what was sent side by side, moved and zoomed together; below, the values of a pixel. */
export function Viewer({ picture: { state, values, post }, shown, name }: ViewerProps): VNode {
  const { opened, drawn, sent, failed, reading } = state;
  const size: Size = opened ?? sent ?? { width: 1, height: 1 };
  const viewing = useViewing(size);
  const [chosen, setPixel] = useState<Point>();
  // Another page may be smaller.
  const pixel = chosen && chosen.x < size.width && chosen.y < size.height ? chosen : undefined;
  const [probing, setProbing] = useState(false);
  const original = useOriginalLayers(state, viewing, post);
  const readSent = useSentPixels(shown === 'original' ? undefined : sent?.dataUrl);
  const shared = { picture: size, viewing, probing, setProbing, pixel, setPixel };
  const both = shown === 'both';
  const panes = useRef<HTMLDivElement>(null);
  const space = useSize(panes);
  const stacked = both && space !== undefined && areStacked(size, space) ? ' stacked' : '';

  const groups: ValueGroup[] = [];
  if (pixel !== undefined && opened !== undefined && shown !== 'sent') {
    const title = both ? 'Original' : 'Values';
    groups.push(originalGroup(opened, values.at(opened.opened, pixel), title));
  }
  if (pixel !== undefined && sent !== undefined && readSent !== undefined) {
    const [r = 0, g = 0, b = 0] = readSent(sentPixel(pixel, size, sent));
    groups.push({ title: 'Sent (8 bits)', words: `R ${r}  G ${g}  B ${b}` });
  }
  const sentLayers: Layer[] =
    sent === undefined ? [] : [{ left: 0, top: 0, ...sizeOf(size), dataUrl: sent.dataUrl }];
  return (
    <div class="viewer">
      <ZoomTools {...shared} />
      <div ref={panes} class={`panes${both ? ' both' : ''}${stacked}`}>
        {shown !== 'original' && (
          <Stage
            {...shared}
            {...(both ? { title: 'Sent' } : {})}
            label={`${name} as it was sent`}
            layers={sentLayers}
          />
        )}
        {shown === 'sent' ? null : original.length > 0 ? (
          <Stage {...shared} {...(both ? { title: 'Original' } : {})} label={name} layers={original} />
        ) : failed ? (
          <Failed {...{ failed, post }} />
        ) : (
          <Reading {...{ reading, post }} />
        )}
      </div>
      {drawn !== undefined && reading !== undefined && <p class="only-read">Reading the file again</p>}
      <ValuesBar {...{ pixel, groups, probing }} />
    </div>
  );
}

function sizeOf({ width, height }: Size): Size {
  return { width, height };
}
