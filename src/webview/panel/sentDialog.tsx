import { t } from '../../base/l10n.ts';
import { formatBytes, formatPixels } from '../../base/localFormat.ts';
import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Sent } from '../../protocol/panel.ts';
import { CodeBlock } from './answer/codeBlock.tsx';
import { IconButton } from '../shared/buttons.tsx';
import { Codicon } from '../shared/codicon.tsx';
import { usePanel } from './panelContext.ts';

type Answer = { sent: Sent } | { problem: string } | undefined;

/** "What was sent" for an entry: the request and the exact pictures, asked from the host when it opens. */
export function SentDialog({ entryId, onClose }: { entryId: string; onClose: () => void }): VNode {
  const { sent } = usePanel();
  const dialog = useRef<HTMLDialogElement>(null);
  const [answer, setAnswer] = useState<Answer>();

  useLayoutEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    let open = true;
    sent(entryId).then(
      value => open && setAnswer({ sent: value }),
      (error: unknown) => open && setAnswer({ problem: (error as Error).message }),
    );
    return () => {
      open = false;
    };
  }, [entryId, sent]);

  return (
    <dialog ref={dialog} aria-labelledby="sent-heading" onClose={onClose}>
      <header>
        <h2 id="sent-heading">{t('What was sent')}</h2>
        <IconButton
          label={t('Close')}
          shortcut="Escape"
          icon="close"
          onClick={() => dialog.current?.close()}
        />
      </header>
      <div class="sent" role="status">
        {!answer && (
          <p class="status">
            <Codicon name="loading" spin /> {t('Loading…')}
          </p>
        )}
        {answer && 'problem' in answer && (
          <p class="status failed">
            <Codicon name="error" /> <span dir="auto">{answer.problem}</span>
          </p>
        )}
      </div>
      {answer && 'sent' in answer && <SentView entryId={entryId} sent={answer.sent} />}
    </dialog>
  );
}

function SentView({ entryId, sent }: { entryId: string; sent: Sent }): VNode {
  const { showPicture } = usePanel();
  const { url, body, pictures } = sent;
  return (
    <div class="sent">
      <p class="hint">{t('The request without keys. Image data is shown below as images.')}</p>
      <h3>{t('Address')}</h3>
      <p class="address">{url}</p>
      <h3>{t('Request')}</h3>
      <CodeBlock code={body} language="json" />
      {pictures.length > 0 && (
        <h3>
          {pictures.length === 1 ? t('Image') : t('Images ({pictures})', { pictures: pictures.length })}
        </h3>
      )}
      {pictures.map((picture, index) => (
        <figure key={index} class="sent-picture">
          <button
            type="button"
            class="picture-button"
            aria-label={t('Enlarge {picture}', { picture: picture.name })}
            title={t('Enlarge and compare with the original')}
            onClick={() => showPicture({ picture: picture.id, entry: entryId, name: picture.name })}
          >
            <img src={picture.dataUrl} alt={t('{picture} as it was sent', { picture: picture.name })} />
          </button>
          <figcaption>
            <span class="name" dir="auto">
              {picture.name}
            </span>
            <span class="measure">{formatPixels(picture)}</span>
            <span class="measure">
              {picture.byteLength < 1024
                ? formatBytes(picture.byteLength)
                : t('{byteLength} bytes ({size})', {
                    byteLength: picture.byteLength,
                    size: formatBytes(picture.byteLength),
                  })}
            </span>
            {picture.notes.map(note => (
              <span key={note} class="note" dir="auto">
                {note}
              </span>
            ))}
          </figcaption>
        </figure>
      ))}
    </div>
  );
}
