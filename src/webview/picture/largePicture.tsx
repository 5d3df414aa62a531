import { t } from '../../base/l10n.ts';
import type { VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { IconButton } from '../shared/buttons.tsx';
import { CropMap } from './cropMap.tsx';
import { DetectionsPanel } from './detectionsPanel.tsx';
import { FactsList, NotSent } from './factsList.tsx';
import { LookControls } from './lookControls.tsx';
import { usePicture, type PictureLink } from './pictureLink.ts';
import type { PictureState } from './pictureState.ts';
import { useDetections } from './useDetections.ts';
import { Viewer, type ShownPicture } from './viewer.tsx';

const shownLabel: readonly [ShownPicture, string][] = [
  ['sent', t('Sent')],
  ['original', t('Original')],
  ['both', t('Both')],
];

/** A picture of the conversation, large: what was sent, the original as long as it is there, and what was left out. */
export function LargePicture(props: { link: PictureLink; name: string; onClose: () => void }): VNode {
  const { link, name, onClose } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const picture = usePicture(link, undefined);
  const [chosen, setChosen] = useState<ShownPicture>();
  const [crop, setCrop] = useState<number>();
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const { state, post } = picture;
  const { sent, opened, drawn } = state;
  const detections = useDetections(picture);
  const shown = chosen ?? firstShown(picture.state);
  return (
    <dialog ref={dialog} class="large-picture" aria-labelledby="large-heading" onClose={onClose}>
      <header>
        <h2 id="large-heading">{name}</h2>
        <div class="switch" role="group" aria-label={t('View')}>
          {shownLabel.map(([value, words]) => (
            <button
              key={value}
              type="button"
              class="text-button"
              aria-pressed={shown === value}
              onClick={() => setChosen(value)}
            >
              {words}
            </button>
          ))}
        </div>
        <IconButton
          label={t('Close')}
          shortcut="Escape"
          icon="close"
          onClick={() => dialog.current?.close()}
        />
      </header>
      <div class="picture-body">
        <div class="picture-main">
          {shown !== 'original' && sent?.tiles !== undefined && (
            <CropMap overview={sent.dataUrl} crops={sent.tiles} crop={crop} onCrop={setCrop} />
          )}
          {shown !== 'sent' && opened !== undefined && drawn !== undefined && (
            <LookControls {...{ opened, drawn }} onLook={look => post({ type: 'look', look })} />
          )}
          <Viewer {...{ picture, detections, shown, name, crop }} />
        </div>
        <aside>
          <DetectionsPanel shown={detections} />
          {sent !== undefined && <FactsList title={t('Sent')} facts={sent.facts} notes={sent.notes} />}
          {sent !== undefined && <NotSent removed={sent.removed} />}
          {opened !== undefined && (
            <FactsList title={t('Original')} facts={opened.facts} notes={opened.notes} />
          )}
        </aside>
      </div>
    </dialog>
  );
}

/** Both are seen first only where they differ; until that is known, what was sent is. */
function firstShown(state: PictureState): ShownPicture {
  if (state.sent !== undefined && state.opened === undefined && state.failed === undefined) return 'sent';
  return areAlike(state) ? 'original' : 'both';
}

/** Whether the original looks as what was sent does, so that one of them is enough to see. */
function areAlike({ sent, opened, failed }: PictureState): boolean {
  if (opened === undefined || failed !== undefined) return false;
  if (sent === undefined) return true;
  const isOpaque = !opened.valueNames.includes('Alpha');
  const isAsSent = opened.isByte === true && isOpaque && opened.pages === 1 && sent.tiles === undefined;
  return isAsSent && sent.width === opened.width && sent.height === opened.height;
}
