import { t } from '../../base/l10n.ts';
import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Codicon } from '../shared/codicon.tsx';
import { droppedPictures, mayBePictures, sendIncoming } from './composer/incomingPictures.ts';
import { usePanel } from './panelContext.ts';

/**
 * Takes pictures that are dropped anywhere on the panel. The editor lets a drag into a webview only while Shift is
 * held; without it the page sees at most the beginning of it.
 */
export function DropArea({ children }: { children: ComponentChildren }): VNode {
  const actions = usePanel();
  const [dragging, setDragging] = useState(false);

  const onDragOver = (event: DragEvent) => {
    if (!mayBePictures(event.dataTransfer?.types ?? [])) return;
    event.preventDefault();
    setDragging(true);
  };
  const onDragLeave = (event: DragEvent) => {
    const to = event.relatedTarget;
    const within = event.currentTarget as Node;
    if (!(to instanceof Node && within.contains(to))) setDragging(false);
  };
  const onDrop = (event: DragEvent) => {
    const pictures = event.dataTransfer && droppedPictures(event.dataTransfer);
    setDragging(false);
    if (!pictures) return;
    event.preventDefault();
    void sendIncoming(pictures, actions);
  };
  return (
    <div class="panel" {...{ onDragOver, onDragLeave, onDrop }}>
      {children}
      {dragging && (
        <div class="drop-hint">
          <p>
            <Codicon name="file-media" /> {t('Hold Shift and drop images to add them')}
          </p>
        </div>
      )}
    </div>
  );
}
