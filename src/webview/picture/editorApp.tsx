import { t } from '../../base/l10n.ts';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { Button } from '../shared/buttons.tsx';
import { copyImage } from './copyImage.ts';
import { DetectionsPanel } from './detectionsPanel.tsx';
import { FactsList } from './factsList.tsx';
import { LookControls } from './lookControls.tsx';
import { usePicture, type PictureLink } from './pictureLink.ts';
import { rememberedLook, rememberLook } from './pictureApi.ts';
import { Failed, Reading } from './pictureTrouble.tsx';
import { useDetections } from './useDetections.ts';
import { Viewer } from './viewer.tsx';

/** What `package.json` shows the menu of an image for. */
const menuContext = JSON.stringify({ webviewSection: 'image', preventDefaultContextMenuItems: true });

/** Text has the editor's own menu, which copies what is selected. */
const ownMenu = JSON.stringify({ webviewSection: 'facts', preventDefaultContextMenuItems: false });

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

  useEffect(
    () =>
      link.listen(message => {
        if (message.type !== 'copyImage' || drawn === undefined) return;
        const { width, height } = drawn;
        copyImage(drawn).then(
          () => post({ type: 'imageCopied', width, height }),
          () => post({ type: 'imageCopied' }),
        );
      }),
    [link, post, drawn],
  );

  if (opened === undefined || drawn === undefined)
    return (
      <main class="picture-editor">
        <h1 class="only-read">{reading?.name ?? t('Image')}</h1>
        {failed ? <Failed {...{ failed, post }} /> : <Reading {...{ reading, post }} />}
      </main>
    );
  return (
    <main class="picture-editor">
      <h1 class="only-read">{opened.name}</h1>
      <header class="picture-bar">
        <LookControls {...{ opened, drawn }} onLook={wanted => post({ type: 'look', look: wanted })} />
        <Button
          label={t('Describe Image')}
          icon="eye"
          title={t('Sends the image as shown: this page, channel and mapping')}
          onClick={() => post({ type: 'describe' })}
        />
      </header>
      <div class="picture-body" data-vscode-context={menuContext}>
        <Viewer {...{ picture, detections }} shown="original" name={opened.name} />
        <aside data-vscode-context={ownMenu}>
          <DetectionsPanel shown={detections} level={2} />
          <FactsList level={2} title={t('Image details')} facts={opened.facts} notes={opened.notes} />
        </aside>
      </div>
    </main>
  );
}
