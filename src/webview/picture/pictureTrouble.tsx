import { t, tParts } from '../../base/l10n.ts';
import { formatBytes } from '../../base/localFormat.ts';
import type { VNode } from 'preact';
import type { PictureViewerMessage } from '../../protocol/picture.ts';
import { Button } from '../shared/buttons.tsx';
import { Codicon } from '../shared/codicon.tsx';
import type { FromHost } from './pictureState.ts';

/** That a file is being read, with a way out. */
export function Reading(props: {
  reading: FromHost<'reading'> | undefined;
  post: (message: PictureViewerMessage) => void;
}): VNode {
  const { reading, post } = props;
  const size = reading?.byteLength === undefined ? '' : ` (${formatBytes(reading.byteLength)})`;
  return (
    <div class="trouble">
      <p role="status">
        <Codicon name="loading" spin />{' '}
        {reading === undefined ? (
          t('Loading…')
        ) : (
          <span>{tParts('Reading {reading}{size}…', { reading: <bdi>{reading.name}</bdi>, size })}</span>
        )}
      </p>
      {reading !== undefined && (
        <Button label={t('Cancel')} secondary onClick={() => post({ type: 'cancel' })} />
      )}
    </div>
  );
}

/** Why a picture is not shown, and what can be done. */
export function Failed(props: {
  failed: FromHost<'failed'>;
  post: (message: PictureViewerMessage) => void;
}): VNode {
  const { failed, post } = props;
  return (
    <div class="trouble">
      <div class="reason" role="alert">
        <p class="title">
          <Codicon name="error" /> <span dir="auto">{failed.message}</span>
        </p>
        {failed.hint !== undefined && (
          <p class="hint" dir="auto">
            {failed.hint}
          </p>
        )}
      </div>
      {failed.remedy === 'retry' && (
        <Button label={t('Retry')} secondary onClick={() => post({ type: 'retry' })} />
      )}
      {failed.remedy === 'trust' && (
        <Button label={t('Manage Workspace Trust')} onClick={() => post({ type: 'trust' })} />
      )}
    </div>
  );
}
