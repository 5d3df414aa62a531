import { t } from '../../../base/l10n.ts';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import type { RowView } from '../../../protocol/run.ts';
import { Codicon } from '../../shared/codicon.tsx';
import { useRun } from '../runContext.ts';

/** The picture as large as there is room; the small one until that has come. */
export function DetailsPicture({ row: { index, name } }: { row: RowView }): VNode {
  const { store, post } = useRun();
  useEffect(() => store.pictures.wantPreview(index), [store, index]);
  const preview = store.pictures.preview(index);
  const picture = preview ?? store.pictures.thumbnail(index);
  return (
    <div class="details-picture">
      {typeof picture === 'string' ? (
        <button
          type="button"
          aria-label={t('Open {name}', { name })}
          title={t('Open Image')}
          onClick={() => post({ type: 'openPicture', index })}
        >
          <img src={picture} alt="" />
        </button>
      ) : (
        preview === null && (
          <p class="muted">
            <Codicon name="file-media" /> {t('The image cannot be shown.')}
          </p>
        )
      )}
    </div>
  );
}
