import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { Button } from '../shared/buttons.tsx';
import { DetectionsPanel } from './detectionsPanel.tsx';
import { FactsList } from './factsList.tsx';
import { LookControls } from './lookControls.tsx';
import { usePicture, type PictureLink } from './pictureLink.ts';
import { rememberedLook, rememberLook } from './pictureApi.ts';
import { Failed, Reading } from './pictureTrouble.tsx';
import { useDetections } from './useDetections.ts';
import { Viewer } from './viewer.tsx';

/** The whole page of the picture editor. */
export function EditorApp({ link }: { link: PictureLink }): VNode {
  const picture = usePicture(link, rememberedLook());
  const { state, post } = picture;
  const { opened, drawn, failed, reading } = state;
  const look = drawn?.look;
  const detections = useDetections(picture);
  useEffect(() => {
    if (look !== undefined) rememberLook(look);
  }, [look]);

  if (opened === undefined || drawn === undefined)
    return (
      <main class="picture-editor">
        {failed ? <Failed {...{ failed, post }} /> : <Reading {...{ reading, post }} />}
      </main>
    );
  return (
    <main class="picture-editor">
      <h1 class="only-read">{opened.name}</h1>
      <header class="picture-bar">
        <LookControls {...{ opened, drawn }} onLook={wanted => post({ type: 'look', look: wanted })} />
        <Button
          label="Describe Image"
          icon="eye"
          title="Sends the image as shown: this page, channel and mapping"
          onClick={() => post({ type: 'describe' })}
        />
      </header>
      <div class="picture-body">
        <Viewer {...{ picture, detections }} shown="original" name={opened.name} />
        <aside>
          <DetectionsPanel shown={detections} level={2} />
          <FactsList level={2} title="Image details" facts={opened.facts} notes={opened.notes} />
        </aside>
      </div>
    </main>
  );
}
